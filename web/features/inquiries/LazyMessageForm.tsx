import { type ComponentProps, Suspense } from 'react';
import { lazyWithRetry } from '#web/ui/states/lazyWithRetry.tsx';
import { Skeleton } from '#web/ui/states/Skeleton.tsx';
import type { MessageForm as Form } from './MessageForm.tsx';

const LoadedForm = lazyWithRetry(async () => (await import('./MessageForm.tsx')).MessageForm);

/** The pages it stands on are drawn before the form kit has come. */
export function MessageForm(props: ComponentProps<typeof Form>) {
  return (
    <Suspense fallback={<Skeleton height="28rem" />}>
      <LoadedForm {...props} />
    </Suspense>
  );
}
