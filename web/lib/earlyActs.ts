// Input and presses in server-rendered parts of a page before hydration.

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

interface EarlyChange {
  control: Control;
  value: string;
  /** The value as rendered by the server. */
  before: string;
}

/** Whether React has hydrated the element. */
export const isTakenOver = (element: Element) => Object.keys(element).some((key) => key.startsWith('__react'));

/** Resolves after a task, in which React renders the last change. */
export const drawn = () => new Promise((resolve) => setTimeout(resolve));

function firstValueOf(control: Control): string | undefined {
  if (!(control instanceof HTMLSelectElement)) return control.defaultValue;
  return (control.querySelector<HTMLOptionElement>('option[selected]') ?? control.options[0])?.value;
}

/** Fields whose value differs from the rendered one. */
export function earlyChanges(root: HTMLElement): EarlyChange[] {
  return [...root.querySelectorAll<Control>('input, textarea, select')]
    .map((control) => ({ control, value: control.value, before: firstValueOf(control) ?? '' }))
    .filter(({ value, before }) => value !== before);
}

/** Records input in parts that are not hydrated, as hydration would reset it. @returns stops. */
export function followChanges(root: HTMLElement, changes: EarlyChange[]): () => void {
  const note = ({ target }: Event) => {
    const control = target as Control;
    if (isTakenOver(control)) return;
    const known = changes.find((each) => each.control === control);
    if (known) known.value = control.value;
    else changes.push({ control, value: control.value, before: firstValueOf(control) ?? '' });
  };
  root.addEventListener('input', note, { capture: true });
  return () => root.removeEventListener('input', note, { capture: true });
}

/** Repeats the changes after hydration. */
export async function repeatChanges(changes: EarlyChange[]): Promise<void> {
  // Input may have continued until now.
  for (const each of changes) if (each.control.value !== each.before) each.value = each.control.value;
  for (const { control, value, before } of changes.splice(0)) {
    // React ignores a change event unless its tracked value differs.
    control.value = before;
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set?.call(control, value);
    const isChoice = control instanceof HTMLSelectElement;
    control.dispatchEvent(new Event(isChoice ? 'change' : 'input', { bubbles: true }));
    await drawn();
  }
}
