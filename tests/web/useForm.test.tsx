// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { Form, FormBanner } from '#web/forms/Form.tsx';
import { TextField } from '#web/forms/fields.tsx';
import { keepEdits, useForm } from '#web/forms/useForm.ts';
import { ApiFailure, NetworkFailure } from '#web/lib/apiClient.ts';
import { draftKey } from '#web/lib/keptWords.ts';

interface Values {
  name: string;
  email: string;
}

interface PersonFormProps {
  saved?: Values;
  send(values: Values): Promise<Values | undefined>;
}

function PersonForm({ saved = { name: 'Ana', email: '' }, send }: PersonFormProps) {
  const form = useForm<Values>({
    values: saved,
    check: ({ name }) => (name.trim() === '' ? { name: 'Name is required' } : {}),
    send,
    failure: 'Could not be saved',
    isLocking: false,
  });
  return (
    <Form form={form}>
      <FormBanner message={form.error} />
      <TextField name="name" label="Name" />
      <TextField name="email" label="Email" />
      <button type="submit">{form.isDirty ? 'Save' : 'Saved'}</button>
    </Form>
  );
}

const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const save = () => fireEvent.click(screen.getByRole('button'));

// The controls are compiled late on a busy machine.
vi.setConfig({ testTimeout: 30_000 });

beforeAll(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
});
afterEach(cleanup);

test('what is edited during a save stays and is still to be saved', async () => {
  let answer = (_saved: Values) => {};
  const send = vi.fn(
    (_values: Values) =>
      new Promise<Values>((resolve) => {
        answer = resolve;
      }),
  );
  render(<PersonForm send={send} />);
  type('Name', ' Bea ');
  save();
  await waitFor(() => expect(send).toHaveBeenCalledTimes(1));
  save();
  type('Email', 'bea@example.com');
  await act(async () => answer({ name: 'Bea', email: '' }));
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Bea');
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('bea@example.com');
  expect(screen.getByRole('button').textContent).toBe('Save');
  expect(send).toHaveBeenCalledTimes(1);
});

test('what changes elsewhere is followed where nothing was edited', async () => {
  const send = vi.fn();
  const { rerender } = render(<PersonForm send={send} />);
  type('Email', 'typed@example.com');
  rerender(<PersonForm send={send} saved={{ name: 'Carla', email: 'other@example.com' }} />);
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Carla'));
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('typed@example.com');
});

test('the first fault has the focus, and is no longer told once its field is changed', async () => {
  const send = vi.fn();
  render(<PersonForm send={send} />);
  type('Name', ' ');
  save();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Name')));
  expect(screen.getByText('Name is required')).toBeTruthy();
  type('Name', 'D');
  await waitFor(() => expect(screen.queryByText('Name is required')).toBeNull());
  expect(send).not.toHaveBeenCalled();
});

test('what the server says of a field is said at the field', async () => {
  const issues = [{ path: 'email', message: 'Email already exists' }];
  const send = vi.fn().mockRejectedValue(new ApiFailure(409, 'email_exists', 'Taken', issues));
  render(<PersonForm send={send} />);
  save();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Email')));
  expect(screen.getByLabelText('Email').getAttribute('aria-invalid')).toBe('true');
  send.mockRejectedValue(new NetworkFailure('x'));
  save();
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('Network error. Please try again.'));
});

test('nested fields are kept one by one, lists as a whole', () => {
  const before = { about: { name: 'A', tags: ['x'] }, isOn: false };
  const typed = { about: { name: 'B', tags: ['x', 'y'] }, isOn: true };
  const sent = { about: { name: 'B', tags: ['x'] }, isOn: true };
  const saved = { about: { name: 'B.', tags: ['x'] }, isOn: true };
  expect(keepEdits({ typed, before, sent, saved })).toEqual({
    about: { name: 'B.', tags: ['x', 'y'] },
    isOn: true,
  });
});

interface NoteFormProps {
  userId?: number;
  send?(values: { note: string }): Promise<void>;
}

function NoteForm({ userId, send = async () => {} }: NoteFormProps) {
  const form = useForm({
    values: { note: '' },
    send,
    failure: 'Could not be sent',
    draft: draftKey('note', userId),
  });
  return (
    <Form form={form}>
      <TextField name="note" label="Note" />
      <button type="submit">Send</button>
    </Form>
  );
}
const note = () => screen.getByLabelText<HTMLInputElement>('Note').value;

test('what is typed is found again after the form was closed, until it is sent', async () => {
  const send = vi.fn(async () => {});
  const first = render(<NoteForm userId={7} send={send} />);
  type('Note', 'Two bedrooms');
  first.unmount();
  render(<NoteForm userId={8} />).unmount();

  const second = render(<NoteForm userId={7} send={send} />);
  expect(note()).toBe('Two bedrooms');
  save();
  await waitFor(() => expect(send).toHaveBeenCalledWith({ note: 'Two bedrooms' }));
  second.unmount();
  render(<NoteForm userId={7} />);
  expect(note()).toBe('');
});

test('what is typed is kept as the page goes, a visitor’s for this tab only', () => {
  render(<NoteForm />);
  type('Note', 'Near the station');
  fireEvent(window, new Event('pagehide'));
  expect(JSON.parse(sessionStorage.getItem('silong_note_draft_visitor') ?? '')).toEqual({
    note: 'Near the station',
  });
  expect(Object.keys(localStorage).filter((key) => key.includes('visitor'))).toEqual([]);
});

test('a draft is what was edited: the other fields are as they are saved by then', () => {
  const Both = ({ saved }: { saved: { note: string; phone: string } }) => {
    const form = useForm({
      values: saved,
      send: async () => {},
      failure: 'Could not be sent',
      draft: draftKey('both', 7),
    });
    return (
      <Form form={form}>
        <TextField name="note" label="Note" />
        <TextField name="phone" label="Phone" />
      </Form>
    );
  };
  const first = render(<Both saved={{ note: '', phone: '1' }} />);
  type('Note', 'Two bedrooms');
  first.unmount();
  render(<Both saved={{ note: '', phone: '2' }} />);
  expect(note()).toBe('Two bedrooms');
  expect(screen.getByLabelText<HTMLInputElement>('Phone').value).toBe('2');
});
