interface ViewSwitchProps<Id extends string> {
  label: string;
  views: readonly { id: Id; label: string; count?: number; countWords?: string }[];
  active: Id;
  onChange(id: Id): void;
}

/** A choice of views of the same content. */
export function ViewSwitch<Id extends string>({ label, views, active, onChange }: ViewSwitchProps<Id>) {
  return (
    <fieldset
      className="inline-flex flex-wrap gap-0.5 min-w-0 m-0 p-0.75 border border-line rounded-md bg-sunken"
      aria-label={label}
    >
      {views.map((view) => (
        <button
          key={view.id}
          type="button"
          className="inline-flex items-center justify-center gap-2 min-h-9.5 py-0 px-4 border-0 rounded-[0.5625rem] bg-transparent text-muted text-sm font-semibold cursor-pointer hover:text-ink aria-pressed:bg-surface aria-pressed:text-primary aria-pressed:shadow-sm max-md:flex-auto max-md:min-h-11 pointer-coarse:flex-auto pointer-coarse:min-h-11"
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
