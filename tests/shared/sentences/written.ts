import type { MadeSentence } from './makeSentences.ts';

/**
 * Sentences of a file, one on each line with the terms that it means behind '=>' (see meaning.ts). '# land' opens a kind;
 * '\n' stands for a new line inside a sentence.
 */
export function writtenSentences(file: string): MadeSentence[] {
  const sentences: MadeSentence[] = [];
  let shape = '';
  for (const line of file.split('\n')) {
    const kind = /^# (.+)/.exec(line)?.[1];
    if (kind) shape = kind;
    const [text = '', means] = line.split(' =>');
    if (!kind && means !== undefined)
      sentences.push({ shape, text: text.replaceAll('\\n', '\n'), means: means.trim() });
  }
  return sentences;
}
