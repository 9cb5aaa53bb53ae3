/** Jobs of each priority and below at once in a process: some places are kept for the more urgent ones. */
const LIMITS: readonly number[] = [10, 8, 6, 3];

/** A running job, or one that is stored and not committed yet. */
export interface Place {
  kind: string;
  priority: number;
}

/** How many jobs a process runs at once. */
export class Places {
  private readonly taken = new Set<Place>();

  take(place: Place): void {
    this.taken.add(place);
  }

  release(place: Place): void {
    this.taken.delete(place);
  }

  /** Jobs of this priority that may begin now. */
  free(priority: number): number {
    const taken = [...this.taken];
    const free = LIMITS.slice(0, priority + 1).map(
      (places, least) => places - taken.filter((place) => place.priority >= least).length,
    );
    return Math.max(0, Math.min(...free));
  }

  /** Jobs of a kind that may begin now; urgent ones are not counted. */
  freeOf(kind: string, { atOnce = Number.POSITIVE_INFINITY }: { atOnce?: number }): number {
    return atOnce - [...this.taken].filter((place) => place.kind === kind && place.priority > 0).length;
  }

  /** The least urgent priority with a free place; -1: none. */
  lowestFree(): number {
    const full = LIMITS.findIndex((_, priority) => this.free(priority) === 0);
    return full < 0 ? LIMITS.length - 1 : full - 1;
  }
}
