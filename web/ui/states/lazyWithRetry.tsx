import { type ComponentType, lazy, type ReactNode, useEffect, useState } from 'react';
import { t } from '#web/lib/i18n.tsx';
import { ChunkFailure, loadChunk } from '../../lib/loadChunk.ts';
import { Dialog } from '../dialogs/Dialog.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';

/**
 * How a part that broke, or could not be fetched, is told of: as the whole page, in its place, in a dialog that `onClose`
 * of the part closes, or not at all where the page is as good without it.
 */
type FailurePlace = 'page' | 'place' | 'dialog' | 'none';

type LazyPart<Props extends object> = ComponentType<Props> & {
  /** Fetches it before it is needed. A failure is told when it is. */
  preload(): Promise<void>;
};

/**
 * A component whose code is fetched when it is first drawn, inside a Suspense. What could not be fetched, also at a second
 * attempt, says so with 'Try Again'.
 */
export function lazyWithRetry<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  failurePlace: FailurePlace = 'place',
): LazyPart<Props> {
  let loaded: ComponentType<Props> | null = null;
  const fetchPart = async () => {
    loaded ??= await loadChunk(load);
    return loaded;
  };
  const attempt = () => lazy(async () => ({ default: await fetchPart() }));
  let waiting: ComponentType<Props> = attempt();

  function Part(props: Props) {
    const [Shown, setShown] = useState<ComponentType<Props>>(() => loaded ?? waiting);
    useEffect(
      () => () => {
        // What failed is asked for anew when it is next opened.
        if (!loaded) waiting = attempt();
      },
      [],
    );
    return (
      <ErrorBoundary
        headingLevel={failurePlace === 'page' ? 1 : 3}
        fallback={(note) => place(failurePlace, note, props)}
        onRetry={(error) => {
          if (error instanceof ChunkFailure) setShown(attempt);
        }}
      >
        <Shown {...props} />
      </ErrorBoundary>
    );
  }

  return Object.assign(Part, {
    preload: () =>
      fetchPart().then(
        () => undefined,
        () => undefined,
      ),
  });
}

function place(failurePlace: FailurePlace, note: ReactNode, props: object): ReactNode {
  if (failurePlace === 'none') return null;
  if (failurePlace !== 'dialog') return note;
  const onClose = 'onClose' in props ? (props.onClose as () => void) : () => undefined;
  return (
    <Dialog title={t('Not available')} onClose={onClose}>
      {note}
    </Dialog>
  );
}
