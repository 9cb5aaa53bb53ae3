import { type ComponentType, lazy, type ReactNode, useEffect, useState } from 'react';
import { t } from '#web/lib/i18n.tsx';
import { ChunkFailure, loadChunk } from '../../lib/loadChunk.ts';
import { Dialog } from '../dialogs/Dialog.tsx';
import { ErrorBoundary } from './EmptyState.tsx';

/**
 * Presentation of a failed part: as the whole page, in its place, in a dialog that the part's `onClose` closes, or not at all
 * if the part is dispensable.
 */
type FailurePlace = 'page' | 'place' | 'dialog' | 'none';

type LazyPart<Props extends object> = ComponentType<Props> & {
  /** Loads the code in advance. A failure is shown when the part is rendered. */
  preload(): Promise<void>;
};

/**
 * A component whose code is loaded on the first render, inside a Suspense. After two failed attempts, it shows a failure with
 * 'Try Again'.
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
        // A failed load is repeated when the part is opened again.
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
