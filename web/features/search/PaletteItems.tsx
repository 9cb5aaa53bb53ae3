import { Command } from 'cmdk';
import { Building2, CornerDownRight, MessageCircle, UserRound } from 'lucide-react';
import type { ComponentType } from 'react';
import styles from './CommandPalette.module.css';
import { type ItemGroup, itemKey, type PaletteItem } from './items.ts';
import { KeyCaps } from './KeyCaps.tsx';

const icons: Record<PaletteItem['kind'], ComponentType<{ size: number; 'aria-hidden': 'true' }>> = {
  page: CornerDownRight,
  listing: Building2,
  person: UserRound,
  conversation: MessageCircle,
};

export function PaletteItems({
  groups,
  onOpen,
}: {
  groups: readonly ItemGroup[];
  onOpen(item: PaletteItem): void;
}) {
  return groups.map(({ heading, items }) => (
    <Command.Group key={heading} className={styles.group} heading={heading}>
      {items.map((item) => {
        const Icon = icons[item.kind];
        const key = itemKey(heading, item);
        return (
          <Command.Item key={key} className={styles.item} value={key} onSelect={() => onOpen(item)}>
            <Icon size={18} aria-hidden="true" />
            <span className={styles.words}>
              <span className={styles.title}>{item.title}</span>
              {item.subtitle && <span className={styles.subtitle}>{item.subtitle}</span>}
            </span>
            {item.keys && (
              <span className={styles.keys} aria-hidden="true">
                <KeyCaps keys={item.keys} />
              </span>
            )}
          </Command.Item>
        );
      })}
    </Command.Group>
  ));
}
