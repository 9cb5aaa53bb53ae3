const SIMPLE_ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** What is wrong with a required address; null when nothing is. */
export function emailProblem(email: string): string | null {
  if (email.trim() === '') return 'Email is required';
  return SIMPLE_ADDRESS.test(email.trim()) ? null : 'Invalid email format';
}
