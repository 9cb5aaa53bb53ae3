import { CloudOff } from 'lucide-react';
import { Component, type ReactNode, useEffect } from 'react';
import { t } from '#web/lib/i18n.tsx';
import { keptAnswerAt } from '#web/lib/workerNews.ts';
import { currentPlatform } from '#web/platform/platform.ts';
import { ChunkFailure } from '../../lib/loadChunk.ts';
import { Button } from '../controls/Button.tsx';

interface EmptyStateProps {
  title: string;
  text?: string;
  action?: ReactNode;
  /** A line icon, by default an empty roof. */
  icon?: ReactNode;
  /** Level 1 if the state is the whole page. */
  headingLevel?: 1 | 2 | 3;
  /** Whether the state is a failure, which is read out. */
  isFailure?: boolean;
}

export function EmptyState(props: EmptyStateProps) {
  const { title, text, action, icon, headingLevel = 2, isFailure = false } = props;
  const Heading = `h${headingLevel}` as const;
  return (
    <div
      className="grid content-center justify-items-center gap-2 max-w-128 mx-auto py-12 max-md:py-6 px-4 text-center"
      role={isFailure ? 'alert' : undefined}
    >
      {icon ? (
        <span className={`disc w-16 h-16 mb-2 ${isFailure ? 'bg-danger-soft text-danger' : ''}`}>{icon}</span>
      ) : (
        <EmptyDrawing />
      )}
      <Heading className="text-xl">{title}</Heading>
      {text && <p className="text-muted">{text}</p>}
      {action && <div className="flex flex-wrap justify-center gap-3 mt-4">{action}</div>}
    </div>
  );
}

function EmptyDrawing() {
  return (
    <svg
      className="w-40 max-md:w-28 mb-3 max-md:mb-1 fill-none [stroke-linecap:round] [stroke-linejoin:round]"
      viewBox="0 0 160 96"
      aria-hidden="true"
    >
      <path className="stroke-line-strong stroke-2" d="M8 86h144" />
      <path className="fill-primary-soft" d="M14 86c10-22 30-26 44-14 12-18 38-18 48 0 14-12 32-6 40 14Z" />
      <path className="fill-surface stroke-primary stroke-[2.5]" d="M58 86V48h44v38Z" />
      <path className="stroke-primary stroke-4" d="M48 52 80 24l32 28" />
      <path className="fill-primary-soft stroke-primary stroke-[2.5]" d="M73 86V66a7 7 0 0 1 14 0v20Z" />
      <circle className="fill-accent" cx="122" cy="24" r="8" />
    </svg>
  );
}

interface ErrorStateProps extends Partial<Pick<EmptyStateProps, 'title' | 'action' | 'headingLevel'>> {
  message: string;
  onRetry(): void;
  /** Whether the page's main content is missing, so that no cached copy is shown; by default if the state is the whole page. */
  isOfPage?: boolean;
}

export function ErrorState(props: ErrorStateProps) {
  const { title = t('Something went wrong'), message, onRetry, action, headingLevel = 2 } = props;
  const { isOfPage = headingLevel === 1 } = props;
  // The desktop console has its own offline copy and status.
  const isOffline = currentPlatform().kind === 'browser' && globalThis.navigator?.onLine === false;
  useEffect(() => {
    if (isOffline && isOfPage) keptAnswerAt.set(null);
  }, [isOffline, isOfPage]);
  return (
    <EmptyState
      isFailure
      headingLevel={headingLevel}
      icon={<CloudOff size={28} />}
      title={isOffline ? t('Not on this device yet') : title}
      text={
        isOffline
          ? t(
              'You are offline. Only listings and searches that you opened on this device before can be shown. Connect to the internet and try again.',
            )
          : message
      }
      action={
        <>
          <Button variant="outlined" onClick={onRetry}>
            {t('Try Again')}
          </Button>
          {action}
        </>
      }
    />
  );
}

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

  /** Code that could not be loaded offline is loaded when the connection is back. */
  override componentDidCatch(error: unknown) {
    if (error instanceof ChunkFailure && !navigator.onLine)
      window.addEventListener('online', this.retry, { once: true });
  }

  override componentWillUnmount() {
    window.removeEventListener('online', this.retry);
  }

  private readonly retry = () => {
    const { failure } = this.state;
    if (!failure) return;
    this.props.onRetry?.(failure.error);
    this.setState({ failure: null });
  };

  override render() {
    const { failure } = this.state;
    const { children, headingLevel = 2, fallback = (note) => note } = this.props;
    if (!failure) return children;
    const { error } = failure;
    const isOutdated = error instanceof ChunkFailure && error.isOutdated;
    return fallback(
      <ErrorState
        headingLevel={headingLevel}
        title={headingLevel === 1 ? t('This page could not be shown') : t('This part could not be shown')}
        message={messageOf(error)}
        onRetry={this.retry}
        action={isOutdated && <Button onClick={() => window.location.reload()}>{t('Reload Page')}</Button>}
      />,
    );
  }
}

/** An entry of a list that cannot be shown, as one that a newer server writes, takes no other along. */
export const EntryBoundary = ({ children }: { children: ReactNode }) => (
  <ErrorBoundary fallback={() => <UnknownEntry />}>{children}</ErrorBoundary>
);

const UnknownEntry = () => (
  <p className="py-3 px-4 text-muted text-sm">
    {t('This entry cannot be shown here. Reload the page to see it.')}
  </p>
);

function messageOf(error: unknown): string {
  if (error instanceof ChunkFailure && error.isOutdated)
    return t('A new version is available. Save your work, then reload the page.');
  if (error instanceof ChunkFailure || !navigator.onLine)
    return t('It could not be loaded. Check your connection and try again.');
  return t('Something went wrong on our side. Please try again.');
}
