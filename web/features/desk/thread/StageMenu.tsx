import { Check, ChevronDown, Flag } from 'lucide-react';
import { type KeyboardEvent, useCallback, useId, useRef, useState } from 'react';
import type { DeskRow } from '#shared/contracts/desk.ts';
import { t } from '#web/lib/i18n.tsx';
import { useShortcut } from '#web/lib/shortcuts.ts';
import { useMenu } from '#web/ui/dialogs/Menu.tsx';
import { useUpdateClient } from '../queries.ts';
import { stageLabel, stages } from '../stageWords.ts';

/** How far the client is; 's' opens it, and 1 to 6 choose in it. */
export function StageMenu({ row }: { row: DeskRow }) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = useCallback(() => setIsOpen(false), []);
  const { panel, onKeyDown } = useMenu(isOpen, close, button);
  const update = useUpdateClient();
  useShortcut({ keys: 's', label: t('Change the stage'), group: t('Desk'), run: () => setIsOpen(true) });

  const choose = (stage: (typeof stages)[number]) => {
    close();
    button.current?.focus();
    if (stage === row.stage) return;
    void update(
      row.id,
      { stage },
      t('{name}: stage {stage}', { name: row.name, stage: t(stageLabel[stage]) }),
    );
  };
  const onKey = (event: KeyboardEvent) => {
    const stage = stages[Number(event.key) - 1];
    if (stage && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      choose(stage);
    } else onKeyDown(event);
  };

  return (
    <div className="relative flex-none">
      <button
        ref={button}
        type="button"
        className="inline-flex items-center gap-1 min-h-8 px-2.5 border border-line-strong rounded-full bg-surface text-[0.8125rem] font-semibold whitespace-nowrap cursor-pointer hover:border-primary hover:text-primary pointer-coarse:min-h-control"
        aria-label={t('Stage: {stage}', { stage: t(stageLabel[row.stage]) })}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        aria-keyshortcuts="s"
        onClick={() => setIsOpen(!isOpen)}
      >
        <span className="@max-[27rem]:hidden">{t(stageLabel[row.stage])}</span>
        <Flag size={14} className="hidden @max-[27rem]:block" aria-hidden="true" />
        <ChevronDown size={14} aria-hidden="true" />
      </button>
      {isOpen && (
        <div
          ref={panel}
          id={id}
          role="menu"
          tabIndex={-1}
          aria-label={t('Stage')}
          className="absolute z-40 top-[calc(100%_+_var(--s-space-1))] right-0 w-44 p-1 border border-line rounded-md bg-surface shadow-lg animate-drop"
          onKeyDown={onKey}
        >
          {stages.map((stage, at) => (
            <button
              key={stage}
              type="button"
              role="menuitemradio"
              aria-checked={stage === row.stage}
              tabIndex={-1}
              className="flex items-center gap-2 w-full min-h-8 px-2 border-0 rounded-sm bg-transparent text-sm text-left cursor-pointer hover:bg-primary-soft focus-visible:outline-none focus-visible:bg-primary-soft aria-checked:font-semibold pointer-coarse:min-h-control"
              onClick={() => choose(stage)}
            >
              <Check
                size={15}
                className={stage === row.stage ? 'text-primary' : 'invisible'}
                aria-hidden="true"
              />
              <span className="flex-1">{t(stageLabel[stage])}</span>
              <kbd className="font-[inherit] text-muted text-xs pointer-coarse:hidden">{at + 1}</kbd>
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
