import { BrowserWindow, type WebContents } from 'electron';
import type { ConsoleAnswer, ConsoleQuestion } from '#shared/desktopBridge.ts';
import { originOf } from './trustedUrl.ts';
import { guardedPreferences } from './windows.ts';
import { t } from './words.ts';

export type QuestionWindows = ReturnType<typeof createQuestionWindows>;

const WIDTH = 460;
const heights: Record<ConsoleQuestion['kind'], number> = { password: 560, certificate: 480, words: 320 };

/**
 * Small windows that ask or say one thing: they come before there is a server, over whichever page is shown, and with the
 * words and colours of the console. Closing one gives nothing.
 */
export function createQuestionWindows() {
  const asked = new Map<number, { question: ConsoleQuestion; answer(given: ConsoleAnswer | null): void }>();

  return {
    /** What this window asks; null of any other one. */
    of: (contents: WebContents): ConsoleQuestion | null => asked.get(contents.id)?.question ?? null,
    answer: (contents: WebContents, given: ConsoleAnswer | null) => asked.get(contents.id)?.answer(given),
    ask(question: ConsoleQuestion): Promise<ConsoleAnswer | null> {
      const parent = BrowserWindow.getFocusedWindow();
      const window = new BrowserWindow({
        width: WIDTH,
        height: heights[question.kind],
        minWidth: 360,
        minHeight: 240,
        ...(parent ? { parent } : {}),
        title: t('Silong'),
        autoHideMenuBar: true,
        maximizable: false,
        fullscreenable: false,
        show: false,
        backgroundColor: '#0f1514',
        webPreferences: guardedPreferences,
      });
      const { id } = window.webContents;
      window.once('ready-to-show', () => window.show());
      return new Promise((resolve) => {
        asked.set(id, {
          question,
          answer(given) {
            resolve(given);
            // After the answer of the call: its page goes with the window.
            setImmediate(() => {
              if (!window.isDestroyed()) window.destroy();
            });
          },
        });
        window.once('closed', () => {
          asked.delete(id);
          resolve(null);
        });
        void window.loadURL(`${originOf(null)}/`);
      });
    },
  };
}
