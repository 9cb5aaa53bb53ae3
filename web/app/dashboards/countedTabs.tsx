import { Badge, type BadgeTone } from '#web/ui/display/Badge.tsx';
import type { TabItem } from '#web/ui/layout/Tabs.tsx';

interface TabCount {
  count: number;
  /** Read out after it. */
  words?: string;
  tone?: BadgeTone;
}

/** Tabs with how much waits in them; nothing stands beside one in which nothing does. */
export function countedTabs<Id extends string>(
  tabs: readonly TabItem<Id>[],
  counts: Partial<Record<Id, TabCount>>,
): TabItem<Id>[] {
  return tabs.map((tab) => {
    const counted = counts[tab.id];
    return counted && counted.count > 0 ? { ...tab, badge: <CountBadge {...counted} /> } : tab;
  });
}

function CountBadge({ count, words, tone = 'danger' }: TabCount) {
  return (
    <Badge tone={tone}>
      {count}
      {words && <span className="visuallyHidden">{words}</span>}
    </Badge>
  );
}
