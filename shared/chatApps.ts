import { type Message, msg } from './messages.ts';
import { readPhones } from './phoneReader.ts';

/** The messengers by which clients may turn to an agent. */
export const chatApps = ['viber', 'whatsapp', 'messenger'] as const;
export type ChatApp = (typeof chatApps)[number];

export const chatAppName: Record<ChatApp, Message> = {
  viber: msg('Viber'),
  whatsapp: msg('WhatsApp'),
  messenger: msg('Messenger'),
};

/** How an agent and a client talked outside of the site. */
export const talkWays = ['phone', ...chatApps] as const;
export type TalkWay = (typeof talkWays)[number];

const BARE_NAME = /^@?(?!0\d+$)([a-z\d.]{5,50})$/i;
const PROFILE =
  /^(?:https?:\/\/)?(?:www\.|m\.)?(?:m\.me|(?:facebook|fb|messenger)\.com)\/(?:t\/|profile\.php\?id=(?=\d))?(?!profile\.php)([a-z\d.]{5,50})\/?(?:[?#&].*)?$/i;

/** The name of an account in 'juan.cruz', '@juan.cruz', 'm.me/juan.cruz' or the address of its page; null where there is none. */
export const readMessengerName = (text: string): string | null =>
  (BARE_NAME.exec(text) ?? PROFILE.exec(text))?.[1] ?? null;

/**
 * Opens a chat with words that only have to be sent; null where the text has no number that can be called from anywhere.
 * @param at a number as it was stored, or a name on Messenger
 */
export function chatHref(app: ChatApp, at: string, words: string): string | null {
  const text = encodeURIComponent(words);
  if (app === 'messenger') return `https://m.me/${at}?text=${text}`;
  const found = readPhones(at).find(({ number }) => number.startsWith('+'));
  if (!found) return null;
  const digits = found.number.slice(1);
  return app === 'viber'
    ? `viber://chat?number=%2B${digits}&draft=${text}`
    : `https://wa.me/${digits}?text=${text}`;
}
