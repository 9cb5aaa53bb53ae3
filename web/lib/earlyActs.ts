// What was done to a part of a page before it was taken over from the server.

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

interface EarlyChange {
  control: Control;
  value: string;
  /** As the server has rendered it. */
  before: string;
}

/** Whether React has marked it as its own. */
export const isTakenOver = (element: Element) =>
  Object.keys(element).some((key) => key.startsWith('__react'));

/** Until what the last act has changed is in force. */
export const drawn = () => new Promise((resolve) => setTimeout(resolve));

function firstValueOf(control: Control): string | undefined {
  if (!(control instanceof HTMLSelectElement)) return control.defaultValue;
  return (control.querySelector<HTMLOptionElement>('option[selected]') ?? control.options[0])?.value;
}

/** What was typed and chosen so far. */
export function earlyChanges(root: HTMLElement): EarlyChange[] {
  return [...root.querySelectorAll<Control>('input, textarea, select')]
    .map((control) => ({ control, value: control.value, before: firstValueOf(control) ?? '' }))
    .filter(({ value, before }) => value !== before);
}

/** Adds what is typed and chosen from now on in what is not taken over yet: React would set it back. @returns ends that. */
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

/** Does it again, now that somebody listens. */
export async function repeatChanges(changes: EarlyChange[]): Promise<void> {
  // Somebody may have typed on until now.
  for (const each of changes) if (each.control.value !== each.before) each.value = each.control.value;
  for (const { control, value, before } of changes.splice(0)) {
    // React takes a value for news only where it has last seen another one.
    control.value = before;
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set?.call(control, value);
    const isChoice = control instanceof HTMLSelectElement;
    control.dispatchEvent(new Event(isChoice ? 'change' : 'input', { bubbles: true }));
    await drawn();
  }
}
