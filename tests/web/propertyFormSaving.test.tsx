// @vitest-environment happy-dom
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import type { FormEvent } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { PropertyFormMode } from '#web/features/properties/form/formValues.ts';
import { usePropertyForm } from '#web/features/properties/form/usePropertyForm.ts';
import { ApiFailure, callApi } from '#web/lib/apiClient.ts';
import { uploadPicture } from '#web/lib/uploadPicture.ts';
import { aProperty } from './aProperty.ts';

vi.mock('#web/lib/uploadPicture.ts', () => ({ uploadPicture: vi.fn() }));
vi.mock('#web/lib/pictures/preparePictures.ts', async (original) => ({
  ...(await original<typeof import('#web/lib/pictures/preparePictures.ts')>()),
  createPicturePreparer: () => async (file: Blob) => ({ picture: file, preview: file, facts: null }),
}));
vi.mock('#web/lib/apiClient.ts', async (original) => ({
  ...(await original<typeof import('#web/lib/apiClient.ts')>()),
  callApi: vi.fn(),
}));
const call = vi.mocked(callApi as (...given: unknown[]) => Promise<unknown>);
const upload = vi.mocked(uploadPicture);
const DRAFT = 'silong_property_draft_7_new';

beforeEach(() => {
  vi.resetAllMocks();
  localStorage.clear();
});
afterEach(cleanup);

/** A form in which everything is as it must be. */
function openForm(mode: PropertyFormMode = { kind: 'create' }) {
  const onSaved = vi.fn();
  const onSavedLater = vi.fn();
  const { result, unmount } = renderHook(() => {
    const form = usePropertyForm({ mode, userId: 7, onSaved, onSavedLater });
    // Drawn again when it changes, as by the field that shows it.
    return { ...form, problem: form.control.getFieldState('city').error?.message };
  });
  const form = () => result.current;
  const filled = {
    title: 'Corner',
    description: 'Quiet',
    price: '5,000,000',
    address: '1 A',
    city: 'B',
    province: 'C',
  };
  act(() => form().change({ ...filled, area_sqm: '40' }));
  const submit = () => act(async () => form().submit({ preventDefault() {}, stopPropagation() {} } as FormEvent));
  const addPicture = () =>
    act(async () => form().shelf.addFiles([new File(['x'], 'a.png', { type: 'image/png' })]));
  return { form, submit, addPicture, onSaved, onSavedLater, unmount };
}

it('says why it could not be saved, there and at the fields, and keeps what was typed', async () => {
  const { form, submit, onSaved } = openForm();
  const issues = [{ path: 'location.city', message: 'No such city' }];
  call.mockRejectedValueOnce(new ApiFailure(400, 'invalid_input', 'Refused', issues));
  await submit();
  await waitFor(() => expect(form().banner).toBe('No such city'));
  expect(form()).toMatchObject({ phase: 'idle', problem: 'No such city' });
  const [, , first] = call.mock.calls[0] ?? [];
  await waitFor(() => expect(localStorage.getItem(DRAFT)).toContain('Corner'));

  call.mockResolvedValueOnce({ title: 'Corner' });
  await submit();
  await waitFor(() => expect(onSaved).toHaveBeenCalledWith({ title: 'Corner' }));
  // The same again, under the same key.
  expect(call.mock.calls[1]?.[2]).toEqual(first);
  expect(form().banner).toBeNull();
  expect(localStorage.getItem(DRAFT)).toBeNull();
});

it('waits for the pictures, with what is typed meanwhile, until it is told not to', async () => {
  const { form, submit, addPicture, onSaved } = openForm();
  let stored = (_url: string) => {};
  upload.mockImplementation(() => new Promise((resolve) => (stored = resolve)));
  await addPicture();
  await submit();
  await waitFor(() => expect(form().phase).toBe('waiting'));
  await act(async () => form().stopWaiting());
  expect(form().phase).toBe('idle');

  await submit();
  await waitFor(() => expect(form().phase).toBe('waiting'));
  act(() => form().change({ title: 'Another' }));
  call.mockResolvedValueOnce({ title: 'Another' });
  await act(async () => stored('/media/a'));
  await waitFor(() => expect(onSaved).toHaveBeenCalledTimes(1));
  expect(call).toHaveBeenCalledTimes(1);
  expect((call.mock.calls[0]?.[1] as { body: unknown } | undefined)?.body).toMatchObject({
    title: 'Another',
    images: ['/media/a'],
  });
});

it('does not save without a picture that has failed', async () => {
  const { form, submit, addPicture, onSaved } = openForm();
  let fail = (_error: Error) => {};
  upload.mockImplementation(() => new Promise((_resolve, reject) => (fail = reject)));
  await addPicture();
  await submit();
  await waitFor(() => expect(form().phase).toBe('waiting'));
  await act(async () => fail(new ApiFailure(500, 'internal', 'Something went wrong', [])));
  await waitFor(() => expect(form().phase).toBe('idle'));
  expect(form().imagesProblem).toMatch(/could not be uploaded/);
  act(() => form().shelf.remove(form().shelf.pictures[0]?.id ?? ''));
  await waitFor(() => expect(form().imagesProblem).toBeUndefined());
  call.mockResolvedValueOnce({ title: 'Corner' });
  await submit();
  await waitFor(() => expect(onSaved).toHaveBeenCalledTimes(1));
});

const sentTo = (at: number) => call.mock.calls[at] as [name: string, input: { body?: Record<string, unknown> }];

it('saves a draft however unfinished, and keeps no second one on the device', async () => {
  const { form, onSaved } = openForm();
  act(() => form().change({ title: 'Corner', description: '', price: '', city: '' }));
  await waitFor(() => expect(localStorage.getItem(DRAFT)).toContain('Corner'));
  expect(form().missing).toEqual(['description', 'price', 'location.city']);
  call.mockResolvedValueOnce({ title: 'Corner', draft: true });
  await act(async () => form().saveDraft());
  await waitFor(() => expect(onSaved).toHaveBeenCalledTimes(1));
  const [name, { body }] = sentTo(0);
  expect(name).toBe('propertyWrite.create');
  expect(body).toMatchObject({ draft: true, title: 'Corner', description: '', price: 0 });
  expect(form().problem).toBeUndefined();
  expect(localStorage.getItem(DRAFT)).toBeNull();
});

it('needs a title for a draft, and all of it to be posted', async () => {
  const { form, submit } = openForm();
  act(() => form().change({ title: ' ', city: '' }));
  await act(async () => form().saveDraft());
  expect(form().control.getFieldState('title').error?.message).toBe('Title is required');
  expect(form().problem).toBeUndefined();
  await submit();
  await waitFor(() => expect(form().problem).toBe('City is required'));
  expect(call).not.toHaveBeenCalled();
});

it('publishes a draft with what was changed, also where an earlier try had arrived', async () => {
  const property = { ...aProperty({ id: 9, title: 'Old' }), draft: true };
  const { form, submit, onSaved } = openForm({ kind: 'edit', property });
  expect(form()).toMatchObject({ isDraft: true, mayBeDraft: true });
  call.mockResolvedValueOnce({ id: 9, draft: true });
  call.mockRejectedValueOnce(new ApiFailure(409, 'not_draft', 'Published already', []));
  call.mockResolvedValueOnce({ properties: [{ id: 9, title: 'Corner', draft: false }] });
  await submit();
  await waitFor(() => expect(onSaved).toHaveBeenCalledWith({ id: 9, title: 'Corner', draft: false }));
  expect([0, 1, 2].map((at) => sentTo(at)[0])).toEqual([
    'propertyWrite.update',
    'propertyWrite.publish',
    'propertyWrite.mine',
  ]);
  expect(sentTo(0)[1].body).toMatchObject({ title: 'Corner' });
  expect(sentTo(0)[1].body).not.toHaveProperty('draft');
});

it('offers to save what is left behind as a draft', async () => {
  const { form, onSaved, onSavedLater, unmount } = openForm();
  const action = form().offerDraft();
  expect(action?.label).toBe('Save as draft');
  unmount();
  expect(localStorage.getItem(DRAFT)).toContain('Corner');
  call.mockResolvedValueOnce({ title: 'Corner', draft: true });
  if (action && 'onClick' in action) action.onClick();
  await waitFor(() => expect(onSavedLater).toHaveBeenCalledTimes(1));
  expect(onSaved).not.toHaveBeenCalled();
  expect(sentTo(0)[1].body).toMatchObject({ draft: true, title: 'Corner' });
  expect(localStorage.getItem(DRAFT)).toBeNull();

  const posted = openForm({ kind: 'edit', property: aProperty() });
  expect(posted.form()).toMatchObject({ isDraft: false, mayBeDraft: false });
  expect(posted.form().offerDraft()).toBeUndefined();
});
