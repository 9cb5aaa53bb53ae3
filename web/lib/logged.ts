/** These failures do not take the profile away (specification, part 2 §8): they are noted and told in their place. */
export async function logged<Data>(call: Promise<Data>, signal: AbortSignal): Promise<Data> {
  try {
    return await call;
  } catch (error) {
    if (!signal.aborted) console.warn('A part of the profile could not be loaded', error);
    throw error;
  }
}
