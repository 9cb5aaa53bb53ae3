import { I18nProvider, Trans as LinguiTrans } from '@lingui/react';
import { Fragment, type ReactElement } from 'react';
import { createI18n, isFromTheRight, type Message, type MessageValues, translate } from '#shared/messages.ts';
import { scoped } from '#web/platform/scope.ts';

/** The i18n instance of the reader's language. */
export const currentI18n = scoped(() => createI18n('en'));

/** Translates an English message in ICU notation. For render time; `msg` marks messages while a module loads. */
export function t(message: string | Message, values?: MessageValues): string {
  return translate(currentI18n(), message, values);
}

/** Words of a table: a message, or text that is the same in each language. */
export const textOf = (words: Message | string): string => (typeof words === 'string' ? words : t(words));

interface TransProps {
  id: string;
  values?: MessageValues;
  components?: Record<string, ReactElement>;
}

/** A sentence with elements in it: `<Trans id="Read the <link>terms</link>." components={{ link: <Link to="/terms" /> }} />`. */
export function Trans({ id, values = {}, components }: TransProps) {
  // Lingui parses elements in the finished sentence, so user text is inserted as an element to keep it unparsed.
  const texts = Object.entries(values).filter(([, value]) => typeof value === 'string');
  const places = Object.fromEntries(texts.map(([name]) => [name, `<${name}/>`]));
  const written = Object.fromEntries(
    texts.map(([name, text]) => {
      const Own = isFromTheRight(String(text)) ? 'bdi' : Fragment;
      return [name, <Own key={name}>{text}</Own>];
    }),
  );
  return (
    <I18nProvider i18n={currentI18n()}>
      <LinguiTrans id={id} values={{ ...values, ...places }} components={{ ...components, ...written }} />
    </I18nProvider>
  );
}
