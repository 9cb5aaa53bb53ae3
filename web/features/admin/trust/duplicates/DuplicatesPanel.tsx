export function DuplicatesPanel() {
  return null;
}
