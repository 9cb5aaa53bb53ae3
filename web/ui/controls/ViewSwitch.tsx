interface ViewSwitchProps<Id extends string> {
  label: string;
  views: readonly { id: Id; label: string; count?: number; countWords?: string }[];
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
          aria-pressed={view.id === active}
          onClick={() => onChange(view.id)}
        >
          {view.label}
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
