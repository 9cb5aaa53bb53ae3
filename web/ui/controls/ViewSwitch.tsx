import type { LucideIcon } from 'lucide-react';

interface View<Id extends string> {
  id: Id;
  label: string;
  count?: number;
  countWords?: string;
  /** In the label's place where the container is too narrow for it. */
  Icon?: LucideIcon;
}

interface ViewSwitchProps<Id extends string> {
  label: string;
  views: readonly View<Id>[];
  active: Id;
  onChange(id: Id): void;
}

/** A choice of views of the same content. */
export function ViewSwitch<Id extends string>({ label, views, active, onChange }: ViewSwitchProps<Id>) {
  return (
    <fieldset className="view-switch" aria-label={label}>
      {views.map((view) => (
        <button
          key={view.id}
          type="button"
          className="view-switch-item"
          title={view.Icon && view.label}
          aria-pressed={view.id === active}
          onClick={() => onChange(view.id)}
        >
          {view.Icon && <view.Icon className="@min-[20rem]:hidden" size={16} aria-hidden="true" />}
          <span className={view.Icon && '@max-[20rem]:sr-only'}>{view.label}</span>
          {view.count !== undefined && view.count > 0 && (
            <span className="py-0 px-1.75 rounded-full bg-primary-soft text-primary text-xs tabular-nums">
              {view.count}
              <span className="visuallyHidden"> {view.countWords}</span>
            </span>
          )}
        </button>
      ))}
    </fieldset>
  );
}
