import type { Message } from '#shared/messages.ts';
import { t } from '#web/lib/i18n.tsx';
import { Badge, type BadgeTone } from '#web/ui/display/Badge.tsx';
import type { TabItem } from '#web/ui/layout/Tabs.tsx';

interface TabCount {
  count: number;
  /** Read out after the count, for screen readers. */
  words?: string;
  tone?: BadgeTone;
}

/** Tabs with counts; a count of 0 is not shown. */
export function countedTabs<Id extends string>(
  tabs: readonly { id: Id; label: Message }[],
  counts: Partial<Record<Id, TabCount>>,
): TabItem<Id>[] {
  return tabs.map(({ id, label }) => {
    const counted = counts[id];
    const badge = counted && counted.count > 0 && <CountBadge {...counted} />;
    return { id, label: t(label), badge };
  });
}

export function CountBadge({ count, words, tone = 'danger' }: TabCount) {
  return (
    <Badge tone={tone}>
      {count}
      {words && <span className="visuallyHidden"> {words}</span>}
    </Badge>
  );
}

/** 'Messages – My Dashboard'; for the first tab only the dashboard's title. */
export function dashboardTitle(
  title: string,
  tabs: readonly { id: string; label: Message }[],
  params: URLSearchParams,
): string {
  const at = tabs.findIndex(({ id }) => id === params.get('tab'));
  const tab = at > 0 ? tabs[at] : undefined;
  return tab ? `${t(tab.label)} – ${title}` : title;
}
