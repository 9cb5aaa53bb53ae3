import { Component, type ReactNode } from 'react';
import { t } from '#web/lib/i18n.tsx';
import { ChunkFailure } from '../../lib/loadChunk.ts';
import { Button } from '../controls/Button.tsx';
import { ErrorState } from './EmptyState.tsx';

interface ErrorBoundaryProps {
  children: ReactNode;
  headingLevel?: 1 | 2 | 3;
  /** Replaces failed content; by default a note with 'Try Again'. */
  fallback?: (note: ReactNode) => ReactNode;
  /** Called before the children are rendered again. */
  onRetry?: (error: unknown) => void;
}

/** Limits a rendering failure to its children and shows it in their place. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { failure: { error: unknown } | null }> {
  override state: { failure: { error: unknown } | null } = { failure: null };

  static getDerivedStateFromError(error: unknown) {
    return { failure: { error } };
  }

  override render() {
    const { failure } = this.state;
    const { children, headingLevel = 2, fallback = (note) => note, onRetry } = this.props;
    if (!failure) return children;
    const { error } = failure;
    const isOutdated = error instanceof ChunkFailure && error.isOutdated;
    return fallback(
      <ErrorState
        headingLevel={headingLevel}
        title={headingLevel === 1 ? t('This page could not be shown') : t('This part could not be shown')}
        message={messageOf(error)}
        onRetry={() => {
          onRetry?.(error);
          this.setState({ failure: null });
        }}
        action={isOutdated && <Button onClick={() => window.location.reload()}>{t('Reload Page')}</Button>}
      />,
    );
  }
}

function messageOf(error: unknown): string {
  if (error instanceof ChunkFailure && error.isOutdated)
    return t('A new version is available. Save your work, then reload the page.');
  if (error instanceof ChunkFailure || !navigator.onLine)
    return t('It could not be loaded. Check your connection and try again.');
  return t('Something went wrong on our side. Please try again.');
}
