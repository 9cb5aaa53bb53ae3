import { useInfiniteQuery } from '@tanstack/react-query';
import { t } from '#web/lib/i18n.tsx';
import { timelineQuery } from '../queries.ts';

export function Thread({ clientId }: { clientId: number; onDone(): void }) {
  const { data } = useInfiniteQuery(timelineQuery(clientId));
  return (
    <section className="flex-1 min-h-0 overflow-y-auto p-4" aria-label={t('Conversation')}>
      {data?.pages
        .flatMap(({ entries }) => entries)
        .map(({ id }) => (
          <p key={id}>{id}</p>
        ))}
    </section>
  );
}
