/** One line of the metrics' text. */
export interface Sample {
  name: string;
  labels: Record<string, string>;
  value: number;
}

/** @throws {Error} a line is not in Prometheus' text format. */
export function readSamples(text: string): Sample[] {
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, name, labels = '', value] = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
      if (!name || value === undefined) throw new Error(`not a sample: ${line}`);
      const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)];
      return {
        name,
        labels: Object.fromEntries(pairs.map(([, label = '', text = '']) => [label, text])),
        value: Number(value),
      };
    });
}
