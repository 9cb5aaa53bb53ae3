export { OutboundNotice } from './OutboundNotice.tsx';
