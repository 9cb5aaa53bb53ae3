// @vitest-environment happy-dom
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { keepFocus } from '#web/lib/keepFocus.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

let stop: () => void;

beforeEach(() => {
  document.body.innerHTML = '<main><h1>Listings</h1><button id="opener">Add New Property</button></main>';
  stop = keepFocus();
});
afterEach(() => stop());

const turn = (ms = 0) => new Promise((resolve) => setTimeout(resolve, ms));
const byId = (id: string) => document.getElementById(id) as HTMLElement;
const focusedId = () => document.activeElement?.id;

/** A dialog over the page, with the focus in it. */
function openDialog(id: string): HTMLElement {
  const dialog = document.createElement('dialog');
  dialog.innerHTML = `<p><button id="${id}">Close</button></p>`;
  document.body.append(dialog);
  byId(id).focus();
  return dialog;
}

/** Safari's presses give a button no focus: nothing on the page is remembered between two openings. */
async function openWithoutFocus(times: number): Promise<WeakRef<Element>[]> {
  const closed: WeakRef<Element>[] = [];
  for (let at = 0; at < times; at += 1) {
    const dialog = openDialog(`close-${at}`);
    closed.push(new WeakRef(dialog));
    dialog.remove();
    await turn();
  }
  return closed;
}

test('forty dialogs opened while nothing has the focus are let go', async () => {
  const closed = await openWithoutFocus(40);
  await turn(100);
  collectGarbage();
  await turn();
  collectGarbage();
  expect(closed.filter((dialog) => dialog.deref()).length).toBeLessThan(3);
});

test('what opened the last one has the focus again after all of them', async () => {
  byId('opener').focus();
  await openWithoutFocus(40);
  await turn(100);
  expect(focusedId()).toBe('opener');
});

test('a question over a dialog leads back to the dialog, and to the page where both are gone', async () => {
  byId('opener').focus();
  const dialog = openDialog('close-dialog');
  openDialog('close-question').remove();
  await turn(100);
  expect(focusedId()).toBe('close-dialog');
  const question = openDialog('close-question');
  question.remove();
  dialog.remove();
  await turn(100);
  expect(focusedId()).toBe('opener');
});

test('a row that is removed leaves the focus to the row in its place', async () => {
  document.body.innerHTML = ['one', 'two', 'three']
    .map((id) => `<li><a href="/${id}" id="${id}">${id}</a></li>`)
    .join('')
    .replace(/^.*$/s, '<ul>$&</ul>');
  byId('two').focus();
  byId('two').parentElement?.remove();
  await turn(100);
  expect(focusedId()).toBe('three');
});

test('a dialog whose opener was drawn anew meanwhile leads to what is in its place', async () => {
  document.body.innerHTML =
    '<main><ul><li><a href="/one" id="one">One</a></li><li><a href="/two" id="two">Two</a></li></ul></main>';
  byId('one').focus();
  byId('one').parentElement?.remove();
  const dialog = openDialog('close-dialog');
  dialog.remove();
  await turn(100);
  expect(focusedId()).toBe('two');
});
