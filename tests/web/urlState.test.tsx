// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { readUrl, type UrlCodec, type UrlSchema, useUrlState, writeUrl } from '#web/lib/urlState.ts';

const router = vi.hoisted(() => ({
  /** The address that is drawn. */
  address: '',
  isStopping: false,
}));
// Finishes a step at once, and draws its address when the test says so: React may draw the results of both in
// either order.
vi.mock('#web/lib/router.tsx', () => ({
  useSearchParams: () => [new URLSearchParams(router.address)],
  useLocation: () => ({ state: null }),
  useNavigate: () => navigate,
}));
const navigate = async ({ search }: { search: string }) => {
  if (!router.isStopping) window.history.replaceState(null, '', `?${search}`);
};

const schema = { client: 'id' } as const satisfies UrlSchema;
const codec: UrlCodec<{ client: string }> = {
  read: (params) => readUrl(schema, params),
  write: (state, params) => writeUrl(schema, state, params),
};

beforeEach(() => {
  router.address = 'client=1';
  router.isStopping = false;
  window.history.replaceState(null, '', '?client=1');
});
afterEach(cleanup);

/** All that was shown, one after the other. */
function open() {
  const shown: string[] = [];
  const { result, rerender } = renderHook(() => {
    const [{ client }, show] = useUrlState(codec);
    if (shown.at(-1) !== client) shown.push(client);
    return (next: string) => show(() => ({ client: next }));
  });
  return {
    shown,
    choose: (next: string) => act(async () => result.current(next)),
    draw: (address: string) =>
      act(async () => {
        router.address = address;
        rerender();
      }),
  };
}

it('never falls back to the address before while the next one is not drawn yet', async () => {
  const { shown, choose, draw } = open();
  await choose('2');
  await draw('client=1');
  await draw('client=2');
  // Back again, by the browser: the request is over.
  await draw('client=1');
  expect(shown).toEqual(['1', '2', '1']);
});

it('of two changes at once shows the last one, wherever they lead', async () => {
  const { shown, choose, draw } = open();
  await choose('2');
  await choose('1');
  await draw('client=1');
  await draw('client=2');
  expect(shown).toEqual(['1', '2', '1', '2']);
});

it('shows what the address says where the step was stopped', async () => {
  const { shown, choose } = open();
  router.isStopping = true;
  await choose('2');
  expect(shown).toEqual(['1', '2', '1']);
});
