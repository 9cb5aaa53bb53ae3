/** Logs a failure before its section shows it; such failures do not hide the profile (specification, part 2 §8). */
export async function logged<Data>(call: Promise<Data>, signal: AbortSignal): Promise<Data> {
  try {
    return await call;
  } catch (error) {
    if (!signal.aborted) console.warn('A part of the profile could not be loaded', error);
    throw error;
  }
}
