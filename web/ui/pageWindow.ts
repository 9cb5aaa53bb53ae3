const MAX_BUTTONS = 5;

/** The pages to offer buttons for: at most five, around the current one (specification, part 1 §9). */
export function pageWindow(current: number, pages: number): number[] {
  const length = Math.min(MAX_BUTTONS, pages);
  const first = Math.min(Math.max(current - Math.floor(MAX_BUTTONS / 2), 1), pages - length + 1);
  return Array.from({ length }, (_, index) => first + index);
}
