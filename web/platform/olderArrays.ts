/** Chrome has these since 110; 109 is the last one of Windows 7 and 8. */
const methods = {
  toReversed(this: unknown[]) {
    return [...this].reverse();
  },
  toSorted(this: unknown[], compare?: (one: unknown, other: unknown) => number) {
    return [...this].sort(compare);
  },
  toSpliced(this: unknown[], ...change: [start: number, count: number, ...added: unknown[]]) {
    const changed = [...this];
    changed.splice(...change);
    return changed;
  },
  with(this: unknown[], index: number, value: unknown) {
    return Object.assign([...this], { [index < 0 ? index + this.length : index]: value });
  },
};

for (const [name, value] of Object.entries(methods))
  if (!(name in Array.prototype))
    Object.defineProperty(Array.prototype, name, { value, writable: true, configurable: true });
