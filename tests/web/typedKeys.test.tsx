// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MapPin } from 'lucide-react';
import { useRef } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { AddEntry } from '#web/forms/AddEntry.tsx';
import { ComboBox } from '#web/ui/controls/ComboBox.tsx';
import { NativeInput } from '#web/ui/controls/Field.tsx';
import { useGrowing } from '#web/ui/controls/growingArea.ts';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

/** The Enter that ends a Chinese word, as Chromium and Firefox report it and as Safari does; and the Enter that is a command. */
const ENTERS: [by: string, init: KeyboardEventInit & { keyCode: number }, times: number][] = [
  ['an input method in Chromium', { isComposing: true, keyCode: 229 }, 0],
  ['an input method in Safari', { isComposing: false, keyCode: 229 }, 0],
  ['a person', { isComposing: false, keyCode: 13 }, 1],
];

test.each(ENTERS)('the Enter of %s', (_by, init, times) => {
  const onAdd = vi.fn();
  const onPick = vi.fn();
  render(
    <>
      <AddEntry
        label="Feature"
        addLabel="Add feature"
        icon={null}
        value="陽台"
        onChange={() => undefined}
        onAdd={onAdd}
      />
      <ComboBox
        label="Place"
        Icon={MapPin}
        typed="馬"
        onType={() => undefined}
        listLabel="Places"
        options={[{ key: '1', text: '馬尼拉', note: '' }]}
        onPick={onPick}
      />
    </>,
  );
  for (const label of ['Feature', 'Place'])
    fireEvent.keyDown(screen.getByRole(label === 'Place' ? 'combobox' : 'textbox', { name: label }), {
      key: 'Enter',
      ...init,
    });
  expect(onAdd).toHaveBeenCalledTimes(times);
  expect(onPick).toHaveBeenCalledTimes(times);
});

function Note({ text }: { text: string }) {
  const area = useRef<HTMLTextAreaElement>(null);
  useGrowing(area, text);
  return <textarea ref={area} value={text} readOnly />;
}

test('a text area is as high as its text, with its borders, and shrinks with it', () => {
  vi.spyOn(HTMLTextAreaElement.prototype, 'scrollHeight', 'get').mockImplementation(function height(
    this: HTMLTextAreaElement,
  ) {
    return 20 * this.value.split('\n').length;
  });
  vi.spyOn(HTMLTextAreaElement.prototype, 'offsetHeight', 'get').mockReturnValue(22);
  vi.spyOn(HTMLTextAreaElement.prototype, 'clientHeight', 'get').mockReturnValue(20);
  const { rerender } = render(<Note text="One" />);
  const area = screen.getByRole('textbox');
  expect(area.style.height).toBe('22px');
  rerender(<Note text={'One\nTwo\nThree'} />);
  expect(area.style.height).toBe('62px');
  rerender(<Note text="" />);
  expect(area.style.height).toBe('22px');
});

test('a field without a day says so to the style sheet, as WebKit writes today into it', () => {
  const day = (value: string) => (
    <NativeInput label="Joined from" type="date" value={value} onChange={() => undefined} />
  );
  const { rerender } = render(day(''));
  const field = screen.getByLabelText('Joined from');
  expect(field.dataset.empty).toBe('true');
  rerender(day('2026-01-15'));
  expect(field.dataset.empty).toBeUndefined();
});
