import { type ComponentProps, Suspense } from 'react';
import { t } from '#web/lib/i18n.tsx';
import { lazyWithRetry } from '#web/ui/states/lazyWithRetry.tsx';
import { Skeleton } from '#web/ui/states/Skeleton.tsx';
import { LoadingVeil } from '#web/ui/states/Spinner.tsx';
import type { MessageForm as Form, AgentMessageModal as Modal } from './MessageForm.tsx';

const LoadedForm = lazyWithRetry(async () => (await import('./MessageForm.tsx')).MessageForm);

/** The pages around it are drawn before the form kit has come. */
export const MessageForm = (props: ComponentProps<typeof Form>) => (
  <Suspense fallback={<Skeleton height="28rem" />}>
    <LoadedForm {...props} />
  </Suspense>
);

const LoadedModal = lazyWithRetry(async () => (await import('./MessageForm.tsx')).AgentMessageModal, 'dialog');

/** Open while it is rendered; its code comes when it is first opened. */
export const LazyAgentMessageModal = (props: ComponentProps<typeof Modal>) => (
  <Suspense fallback={<LoadingVeil words={t('Opening the form…')} />}>
    <LoadedModal {...props} />
  </Suspense>
);
