import { msg } from '#shared/messages.ts';

export const mainLinks = [
  { to: '/', label: msg('Home') },
  { to: '/properties', label: msg('Properties') },
  { to: '/agents', label: msg('Agents') },
  { to: '/about', label: msg('About Us') },
] as const;
