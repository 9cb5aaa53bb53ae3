/** Logs failures that must not hide the profile (specification, part 2 §8) and are shown in their section. */
export async function logged<Data>(call: Promise<Data>, signal: AbortSignal): Promise<Data> {
  try {
    return await call;
  } catch (error) {
    if (!signal.aborted) console.warn('A part of the profile could not be loaded', error);
    throw error;
  }
}
