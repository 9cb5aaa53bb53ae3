// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CopyButton } from '#web/ui/controls/CopyButton.tsx';
import { PrintButton } from '#web/ui/controls/PrintButton.tsx';
import { renderInApp, stubServer } from './rendering.tsx';

beforeEach(() => void stubServer({}));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** As in a browser that refuses the clipboard's API. @returns the selected texts that it was asked to copy */
function refuseClipboard({ mayCopySelected }: { mayCopySelected: boolean }) {
  const copied: (string | undefined)[] = [];
  vi.stubGlobal('navigator', {
    ...{ userAgent: navigator.userAgent, onLine: true },
    clipboard: {
      writeText: () => Promise.reject(new DOMException('Write permission denied.', 'NotAllowedError')),
    },
  });
  document.execCommand = () => {
    copied.push(document.querySelector<HTMLTextAreaElement>('dialog textarea')?.value);
    return mayCopySelected;
  };
  return copied;
}

const inDialog = (
  <dialog open>
    <CopyButton text="https://silong.example/lists/1" />
  </dialog>
);

test('where the clipboard is refused, the text is copied as a selection, within the dialog that is open', async () => {
  const copied = refuseClipboard({ mayCopySelected: true });
  renderInApp(inDialog);
  const button = screen.getByRole('button', { name: 'Copy' });
  button.focus();
  fireEvent.click(button);
  expect(await screen.findByText('Copied')).toBeTruthy();
  expect(copied).toEqual(['https://silong.example/lists/1']);
  expect(document.querySelector('textarea')).toBeNull();
  expect(document.activeElement).toBe(button);
});

test('where that is refused too, the page says what to do', async () => {
  refuseClipboard({ mayCopySelected: false });
  renderInApp(inDialog);
  fireEvent.click(screen.getByRole('button', { name: 'Copy' }));
  expect(
    await screen.findByText('Your browser did not allow copying. Select the text and copy it yourself.'),
  ).toBeTruthy();
});

test('a browser that cannot print says so', async () => {
  const print = vi.fn();
  vi.stubGlobal('print', print);
  renderInApp(<PrintButton />);
  fireEvent.click(screen.getByRole('button', { name: 'Print' }));
  expect(print).toHaveBeenCalledOnce();
  vi.stubGlobal('print', undefined);
  fireEvent.click(screen.getByRole('button', { name: 'Print' }));
  expect(await screen.findByText(/^This browser cannot print\./)).toBeTruthy();
});
