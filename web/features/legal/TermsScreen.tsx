import { buildTerms } from '../../content/terms.ts';
import { LegalPage } from './LegalPage.tsx';

export function TermsScreen() {
  return <LegalPage title="Terms of Service" build={buildTerms} />;
}
