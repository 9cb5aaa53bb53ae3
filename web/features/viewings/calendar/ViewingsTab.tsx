import { useShortcut } from '#web/lib/shortcuts.ts';
import { useUrlParameters } from '#web/lib/urlState.ts';
import { useMediaQuery } from '#web/lib/useMediaQuery.ts';
import { ViewSwitch } from '#web/ui/ViewSwitch.tsx';
import { ViewingsPanel } from '../ViewingsPanel.tsx';
import styles from './Calendar.module.css';
import type { CalendarView } from './calendarDays.ts';
import { ViewingsCalendar } from './ViewingsCalendar.tsx';

const views = [
  { id: 'list', label: 'List' },
  { id: 'day', label: 'Day' },
  { id: 'week', label: 'Week' },
] as const;

export function ViewingsTab({ agentId }: { agentId: number }) {
  const [parameters, change] = useUrlParameters();
  // Seven days have no room on a phone.
  const hasRoom = useMediaQuery('lg');
  const named = views.find(({ id }) => id === parameters.get('view'))?.id ?? 'list';
  const view = named === 'week' && !hasRoom ? 'day' : named;
  const show = (id: (typeof views)[number]['id']) => change({ view: id === 'list' ? null : id });
  useShortcut({ keys: 'd', label: 'Viewings: show a day', group: 'Here', run: () => show('day') });
  useShortcut({
    keys: 'w',
    label: 'Viewings: show a week',
    group: 'Here',
    run: () => show('week'),
    isEnabled: hasRoom,
  });
  return (
    <div className={`grid grid-cols-1 gap-6 ${styles.tab}`}>
      <ViewSwitch
        label="Viewings as"
        views={hasRoom ? views : views.filter(({ id }) => id !== 'week')}
        active={view}
        onChange={show}
      />
      {view === 'list' ? (
        <ViewingsPanel
          userId={agentId}
          empty={{ text: 'When a client asks to see one of your listings, the request appears here.' }}
        />
      ) : (
        <ViewingsCalendar agentId={agentId} view={view satisfies CalendarView} />
      )}
    </div>
  );
}
