import { useQuery } from '@tanstack/react-query';
import { t } from '#web/lib/i18n.tsx';
import { clientQuery } from '../queries.ts';

export function ClientPane({ clientId }: { clientId: number }) {
  const { data } = useQuery(clientQuery(clientId));
  return (
    <section className="min-h-0 overflow-y-auto p-4 bg-page" aria-label={t('Client')}>
      {data?.row.name}
    </section>
  );
}
