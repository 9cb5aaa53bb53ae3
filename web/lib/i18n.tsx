import { I18nProvider, Trans as LinguiTrans, type TransProps } from '@lingui/react';
import { createI18n, type Message, type MessageValues, translate } from '#shared/messages.ts';
import { scoped } from '#web/platform/scope.ts';

/** The reader's language. */
export const currentI18n = scoped(() => createI18n('en'));

/**
 * What the reader is shown: an English message in ICU's notation, said in their language. Called while something is drawn or
 * told, never when a module loads: there, and in tables of labels, stands `msg`.
 */
export function t(message: string | Message, values?: MessageValues): string {
  return translate(currentI18n(), message, values);
}

/** A sentence with elements in it: `<Trans id="Read the <link>terms</link>." components={{ link: <Link to="/terms" /> }} />`. */
export function Trans(props: TransProps) {
  return (
    <I18nProvider i18n={currentI18n()}>
      <LinguiTrans {...props} />
    </I18nProvider>
  );
}
