interface FindOptions {
  forward?: boolean;
  findNext?: boolean;
  matchCase?: boolean;
}

export interface FoundMatches {
  activeMatchOrdinal: number;
  matches: number;
}

/** Counts matches in the page's text and its input fields. */
export function countScript(text: string, matchCase: boolean): string {
  return `(() => {
    const alike = (words) => ${matchCase} ? words : words.toLowerCase();
    const shown = [document.body.innerText];
    for (const field of document.querySelectorAll('input:not([type=password]), textarea')) shown.push(field.value);
    return shown.reduce((total, words) => total + alike(words).split(alike(${JSON.stringify(text)})).length - 1, 0);
  })()`;
}

/**
 * The steps of `findInPage`: `findNext: true` begins a search, without it the active match moves forward or
 * back, with wrap-around.
 */
export class FindSession {
  private text: string | null = null;
  private ordinal = 0;

  /** @returns whether a search was begun; a follow-up without one gets no answer. */
  begin(text: string, { findNext = false }: FindOptions): boolean {
    if (text === '') throw new Error('Must provide a non-empty search content');
    if (findNext) {
      this.text = text;
      this.ordinal = 0;
    }
    return this.text === text;
  }

  step(matches: number, { forward = true }: FindOptions): FoundMatches {
    if (matches === 0) this.ordinal = 0;
    else if (this.ordinal === 0) this.ordinal = forward ? 1 : matches;
    else this.ordinal = ((this.ordinal - 1 + (forward ? 1 : -1) + matches) % matches) + 1;
    return { activeMatchOrdinal: this.ordinal, matches };
  }

  end(): void {
    this.text = null;
    this.ordinal = 0;
  }
}
