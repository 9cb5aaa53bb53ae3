// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { StrictMode, useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Form } from '#web/forms/Form.tsx';
import { FormDialog } from '#web/forms/FormDialog.tsx';
import { TextField } from '#web/forms/fields.tsx';
import { useForm } from '#web/forms/useForm.ts';
import { draftKey } from '#web/lib/keptWords.ts';
import { Dialog } from '#web/ui/dialogs/Dialog.tsx';
import { clearToasts, showToast } from '#web/ui/dialogs/showToast.ts';
import { ToastLayer } from '#web/ui/dialogs/ToastLayer.tsx';

beforeEach(() => {
  // The environment knows no top layer.
  HTMLElement.prototype.showPopover = () => undefined;
  HTMLElement.prototype.hidePopover = () => undefined;
});

afterEach(() => {
  cleanup();
  act(clearToasts);
});

const draw = (element: React.ReactNode) => render(<StrictMode>{element}</StrictMode>);
const dialog = (name: string) => screen.getByRole<HTMLDialogElement>('dialog', { name });
const pressEscape = (target: Element) => fireEvent.keyDown(target, { key: 'Escape' });

/** Pressed on one element and released on another: the click goes to their common ancestor. */
function drag(from: Element, to: Element, both: Element) {
  fireEvent.pointerDown(from);
  fireEvent.pointerUp(to);
  fireEvent.click(both);
}

it('is closed by a press beside it that begins and ends there, and by no other', () => {
  const onClose = vi.fn();
  draw(
    <Dialog title="Chat" onClose={onClose}>
      <p>Some text</p>
    </Dialog>,
  );
  const text = screen.getByText('Some text');
  drag(text, dialog('Chat'), dialog('Chat'));
  drag(dialog('Chat'), text, dialog('Chat'));
  expect(onClose).not.toHaveBeenCalled();
  drag(dialog('Chat'), dialog('Chat'), dialog('Chat'));
  expect(onClose).toHaveBeenCalledOnce();
});

it('stays while it is locked, whatever the browser makes of Escape', () => {
  const onClose = vi.fn();
  draw(
    <Dialog title="Saving" onClose={onClose} isLocked>
      <button type="button">Save</button>
    </Dialog>,
  );
  const saving = dialog('Saving');
  expect(saving.getAttribute('closedby')).toBe('none');
  // The focus is nowhere once the button that had it is disabled.
  for (const target of [document.body, screen.getByText('Save')])
    for (const _ of [1, 2]) expect(pressEscape(target)).toBe(false);
  act(() => saving.close());
  expect(saving.open).toBe(true);
  expect(onClose).not.toHaveBeenCalled();
});

function AddUser({ onClose }: { onClose(): void }) {
  const [name, setName] = useState('');
  return (
    <FormDialog title="Add User" isDirty={name !== ''} onClose={onClose}>
      <input aria-label="Name" value={name} onChange={(event) => setName(event.target.value)} />
    </FormDialog>
  );
}

it('asks before what was typed is thrown away', () => {
  const onClose = vi.fn();
  draw(<AddUser onClose={onClose} />);
  const field = screen.getByLabelText<HTMLInputElement>('Name');
  fireEvent.change(field, { target: { value: 'Maria' } });
  pressEscape(field);
  act(() => screen.getByText('Keep Editing').click());
  pressEscape(field);
  act(() => within(dialog('Discard what you typed?')).getByLabelText('Close').click());
  expect(screen.queryByText('Discard what you typed?')).toBeNull();
  expect([field.value, onClose.mock.calls.length]).toEqual(['Maria', 0]);
  act(() => within(dialog('Add User')).getByLabelText('Close').click());
  act(() => screen.getByText('Discard').click());
  expect(onClose).toHaveBeenCalledOnce();
});

function NoteForm() {
  const form = useForm({
    values: { note: '' },
    send: async () => {},
    failure: 'Could not be sent',
    draft: draftKey('note', 7),
  });
  return (
    <Form form={form}>
      <TextField name="note" label="Note" />
    </Form>
  );
}

it.each([
  ['asks before what is typed in its form is thrown away, and forgets it then', false, ['Discard'], null],
  ['keeps what is typed in its form where it says so', true, [], '{"note":"Quiet street"}'],
])('%s', (_what, isDraftKept, presses, kept) => {
  localStorage.clear();
  const onClose = vi.fn();
  const { unmount } = draw(
    <FormDialog title="Leave a note" isDraftKept={isDraftKept} onClose={onClose}>
      <NoteForm />
    </FormDialog>,
  );
  fireEvent.change(screen.getByLabelText('Note'), { target: { value: 'Quiet street' } });
  act(() => within(dialog('Leave a note')).getByLabelText('Close').click());
  for (const label of presses) {
    expect(onClose).not.toHaveBeenCalled();
    act(() => screen.getByText(label).click());
  }
  expect(onClose).toHaveBeenCalledOnce();
  unmount();
  expect(localStorage.getItem('silong_note_draft_7')).toBe(kept);
});

it('has the toasts in itself, where they can be pressed, and gives them back', () => {
  const undo = vi.fn();
  const page = (isOpen: boolean) => (
    <StrictMode>
      <ToastLayer />
      {isOpen && (
        <Dialog title="User Details" onClose={() => undefined}>
          <p>Maria</p>
        </Dialog>
      )}
    </StrictMode>
  );
  const { rerender } = render(page(true));
  act(() => showToast('Maria was suspended', 'success', { label: 'Undo', onClick: undo }));
  const button = within(dialog('User Details')).getByText('Undo');
  expect(screen.getAllByText('Maria was suspended')).toHaveLength(1);
  rerender(page(false));
  expect(screen.getAllByText('Maria was suspended')).toHaveLength(1);
  rerender(page(true));
  act(() => within(dialog('User Details')).getByText('Undo').click());
  expect(undo).toHaveBeenCalledOnce();
  expect(button.isConnected).toBe(false);
});

it('leaves its frame standing when something in it breaks', () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  let isBroken = true;
  const Content = () => {
    if (isBroken) throw new Error('broken');
    return <p>Mended</p>;
  };
  draw(
    <Dialog title="Record" onClose={() => undefined}>
      <Content />
    </Dialog>,
  );
  expect(within(dialog('Record')).getByText('This part could not be shown')).toBeTruthy();
  isBroken = false;
  act(() => screen.getByText('Try Again').click());
  expect(screen.getByText('Mended')).toBeTruthy();
});
