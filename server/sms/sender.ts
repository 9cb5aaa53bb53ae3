import { type BaseContext, requireOutbound } from '#server/context.ts';

/** Sends all text messages: the interface of a provider. */
export interface SmsSender {
  /** @param number with its country, '+639175550102'. @throws when the provider did not take the message. */
  send(number: string, text: string): Promise<void>;
}

/** The provider of SMS_PROVIDER; null: no text messages are sent, and features that need them say so. */
export function openSmsSender(context: Pick<BaseContext, 'env' | 'log' | 'systemSettings'>): SmsSender | null {
  const { env, log } = context;
  if (env.smsProvider !== 'log') return null;
  log.warn('SMS_PROVIDER=log: text messages are not sent but written to this log, codes included');
  return {
    async send(number, text) {
      requireOutbound(context);
      log.info({ sms: { number, text } }, 'a text message, as SMS_PROVIDER=log writes it');
    },
  };
}
