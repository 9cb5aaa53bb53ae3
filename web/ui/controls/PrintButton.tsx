import { Printer } from 'lucide-react';
import { t } from '#web/lib/i18n.tsx';
import { showToast } from '../dialogs/showToast.ts';
import { Button } from './Button.tsx';

/** Prints the page. The browsers inside some apps cannot, and say nothing. */
export function PrintButton({ iconClass }: { iconClass?: string }) {
  const print = () => {
    if (typeof window.print === 'function') window.print();
    else showToast(t('This browser cannot print. Open the page in another browser and print it there.'), 'error');
  };
  return (
    <Button variant="outlined" onClick={print}>
      <Printer className={iconClass} size={18} />
      {t('Print')}
    </Button>
  );
}
