import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { Link } from '#web/lib/router.tsx';

export type MenuEntry =
  | { label: string; icon?: ReactNode; to: string }
  /** An external address: another site in a new tab, or an app. */
  | { label: string; icon?: ReactNode; href: string; onSelect?(): void }
  | {
      label: string;
      icon?: ReactNode;
      onSelect(): void;
      isDanger?: boolean;
      /** The entry leads on to a part of the menu's owner, which closes the menu. */
      staysOpen?: boolean;
    }
  | 'divider';

interface MenuProps {
  label: string;
  trigger: ReactNode;
  entries: MenuEntry[];
  header?: ReactNode;
  triggerClassName?: string | undefined;
  placement?: MenuPlacement | undefined;
}

/** 'over' and 'beside' grow upwards; 'over' covers the button, 'beside' stands to the right of it. */
export type MenuPlacement = 'below' | 'over' | 'beside';

const places: Record<MenuPlacement, string> = {
  below: 'top-[calc(100%_+_var(--s-space-2))] right-0',
  over: 'bottom-0 right-0',
  beside: 'bottom-0 left-[calc(100%_+_var(--s-space-2))]',
};

const tones = {
  usual:
    'text-ink hover:bg-primary-soft hover:text-primary focus-visible:bg-primary-soft focus-visible:text-primary',
  danger: 'text-danger hover:bg-danger-soft focus-visible:bg-danger-soft',
};

/** A button with a list of actions below it. */
export function Menu(props: MenuProps) {
  const { label, trigger, triggerClassName, ...panel } = props;
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = useCallback(() => setIsOpen(false), []);
  const id = useId();

  return (
    <div className="relative">
      <button
        ref={button}
        type="button"
        className={`menu-btn ${triggerClassName ?? ''}`}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setIsOpen(!isOpen)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return;
          event.preventDefault();
          setIsOpen(true);
        }}
      >
        {trigger}
      </button>
      {isOpen && <MenuPanel {...panel} id={id} label={label} trigger={button} close={close} />}
    </div>
  );
}

interface MenuPanelProps extends Pick<MenuProps, 'label' | 'entries' | 'header' | 'placement'> {
  id: string;
  trigger: RefObject<HTMLButtonElement | null>;
  close(): void;
}

/** The open list of a menu, in a positioned box around its button. The first action has the focus. */
export function MenuPanel(props: MenuPanelProps) {
  const { id, label, entries, header, placement = 'below', trigger, close } = props;
  const { panel, onKeyDown } = useMenu(true, close, trigger);
  return (
    <div ref={panel} className={`menu ${places[placement]}`}>
      {header && <div className="-mt-2 -mx-2 mb-2 p-4 border-b border-b-line">{header}</div>}
      <div id={id} role="menu" tabIndex={-1} aria-label={label} onKeyDown={onKeyDown}>
        {entries.map((entry, index) => (
          <MenuRow key={entry === 'divider' ? `divider ${index}` : entry.label} {...{ entry, trigger, close }} />
        ))}
      </div>
    </div>
  );
}

function MenuRow(props: { entry: MenuEntry } & Pick<MenuPanelProps, 'trigger' | 'close'>) {
  const { entry, trigger, close } = props;
  if (entry === 'divider') return <hr className="h-px my-2 mx-0 border-0 bg-line" />;
  const words = (
    <>
      {entry.icon && <span className="inline-flex text-inherit opacity-85">{entry.icon}</span>}
      {entry.label}
    </>
  );
  const look = {
    className: `option menu-item ${'isDanger' in entry && entry.isDanger ? tones.danger : tones.usual}`,
    role: 'menuitem',
    tabIndex: -1,
    children: words,
  };
  if ('to' in entry) return <Link {...look} to={entry.to} onClick={close} />;
  const choose = () => {
    if (!('staysOpen' in entry && entry.staysOpen)) close();
    // A dialog that opens next gives the focus back to it.
    trigger.current?.focus();
    entry.onSelect?.();
  };
  if ('href' in entry)
    return (
      <a
        {...look}
        href={entry.href}
        {...(entry.href.startsWith('https:') ? { target: '_blank', rel: 'noreferrer' } : {})}
        onClick={choose}
      />
    );
  return <button {...look} type="button" onClick={choose} />;
}

const itemsOf = (panel: HTMLElement | null) => [
  ...(panel?.querySelectorAll<HTMLElement>('[role^="menuitem"]:not([aria-disabled="true"])') ?? []),
];

/** Keyboard and outside clicks of an open menu: arrows, Home and End move; Escape and Tab close it. */
export function useMenu(isOpen: boolean, close: () => void, trigger: RefObject<HTMLButtonElement | null>) {
  const panel = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (!isOpen) return;
    itemsOf(panel.current)[0]?.focus();
    const onPointerDown = (event: PointerEvent) => {
      const target = event.target as Node;
      if (!panel.current?.contains(target) && !trigger.current?.contains(target)) close();
    };
    document.addEventListener('pointerdown', onPointerDown);
    return () => document.removeEventListener('pointerdown', onPointerDown);
  }, [isOpen, close, trigger]);

  const onKeyDown = (event: KeyboardEvent) => {
    const items = itemsOf(panel.current);
    const at = items.indexOf(document.activeElement as HTMLElement);
    const targets: Record<string, number> = {
      ArrowDown: (at + 1) % items.length,
      ArrowUp: (at - 1 + items.length) % items.length,
      Home: 0,
      End: items.length - 1,
    };
    const target = targets[event.key];
    if (target !== undefined) {
      event.preventDefault();
      items[target]?.focus();
    } else if (event.key === 'Escape') {
      event.stopPropagation();
      close();
      trigger.current?.focus();
    } else if (event.key === 'Tab') {
      close();
    }
  };

  return { panel, onKeyDown };
}
