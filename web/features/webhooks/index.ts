export { WebhooksSection } from './WebhooksSection.tsx';
