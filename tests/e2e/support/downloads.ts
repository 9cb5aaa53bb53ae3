import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';

/** Presses a button that downloads a file of text. */
export async function downloadText(page: Page, button: string): Promise<{ name: string; text: string }> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: button }).click();
  const file = await download;
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') };
}
