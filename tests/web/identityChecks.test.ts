import { afterEach, expect, test, vi } from 'vitest';
import { ApiFailure, listenToIdentityChecks, withIdentityChecks } from '#web/lib/apiClient.ts';

const refusal = (code: string) => new ApiFailure(403, code, 'No', []);
const confirm = vi.fn<() => Promise<boolean>>();
const setUpSecondFactor = vi.fn();
const send = vi.fn<() => Promise<string>>();
let stop: () => void = () => {};

function listen(): void {
  stop = listenToIdentityChecks({ confirm, setUpSecondFactor });
}

afterEach(() => {
  stop();
  vi.resetAllMocks();
});

test('a call that needs a proof is sent again once it was given', async () => {
  listen();
  confirm.mockResolvedValue(true);
  send.mockRejectedValueOnce(refusal('confirm_identity')).mockResolvedValueOnce('done');
  expect(await withIdentityChecks(send)).toBe('done');
  expect(confirm).toHaveBeenCalledOnce();
});

test('without a proof it stays refused, and is not sent again', async () => {
  listen();
  confirm.mockResolvedValue(false);
  send.mockRejectedValue(refusal('confirm_identity'));
  await expect(withIdentityChecks(send)).rejects.toMatchObject({ code: 'confirm_identity' });
  expect(send).toHaveBeenCalledOnce();
});

test('a proof is asked for once a call, whatever the server says to the second try', async () => {
  listen();
  confirm.mockResolvedValue(true);
  send.mockRejectedValue(refusal('confirm_identity'));
  await expect(withIdentityChecks(send)).rejects.toMatchObject({ code: 'confirm_identity' });
  expect(send).toHaveBeenCalledTimes(2);
  expect(confirm).toHaveBeenCalledOnce();
});

test('an administrator without a second factor is led to where it is set up', async () => {
  listen();
  send.mockRejectedValue(refusal('second_factor_setup_required'));
  await expect(withIdentityChecks(send)).rejects.toMatchObject({ code: 'second_factor_setup_required' });
  expect(setUpSecondFactor).toHaveBeenCalledOnce();
  expect(confirm).not.toHaveBeenCalled();
});

test('other refusals, and a page that cannot ask, are told as they are', async () => {
  send.mockRejectedValue(refusal('confirm_identity'));
  await expect(withIdentityChecks(send)).rejects.toMatchObject({ code: 'confirm_identity' });
  listen();
  send.mockRejectedValue(refusal('forbidden'));
  await expect(withIdentityChecks(send)).rejects.toMatchObject({ code: 'forbidden' });
  expect(confirm).not.toHaveBeenCalled();
});
