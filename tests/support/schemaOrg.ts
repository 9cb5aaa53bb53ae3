import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import Validator from '@adobe/structured-data-validator';
import WebAutoExtractor from '@marbec/web-auto-extractor';

type Entity = Record<string, unknown>;

/** schema.org's vocabulary, in the shape it is published in, as the package `schema-dts` was made of it. */
function readVocabulary(): { '@graph': Entity[] } {
  const file = createRequire(import.meta.url)
    .resolve('schema-dts')
    .replace(/schema\.js$/, 'schema.d.ts');
  const declared = readFileSync(file, 'utf8');
  const classes: Entity[] = [];
  const domains = new Map<string, { '@id': string }[]>();
  for (const [, name = '', parents = '', body = ''] of declared.matchAll(
    /^interface (\w+)Base(?: extends ([\w<>, "@]+?))? \{\n(.*?)^\}/gms,
  )) {
    const subClassOf = [...parents.matchAll(/(\w+)Base/g)].map(([, parent]) => ({
      '@id': `schema:${parent}`,
    }));
    classes.push({ '@id': `schema:${name}`, '@type': 'rdfs:Class', 'rdfs:subClassOf': subClassOf });
    for (const [, property = ''] of body.matchAll(/^ {4}"(\w+)"\?:/gm))
      domains.set(property, [...(domains.get(property) ?? []), { '@id': `schema:${name}` }]);
  }
  for (const [, name = '', parent = ''] of declared.matchAll(/^export interface (\w+)Leaf extends (\w+)Base \{/gm))
    if (name !== parent)
      classes.push({
        '@id': `schema:${name}`,
        '@type': 'rdfs:Class',
        'rdfs:subClassOf': [{ '@id': `schema:${parent}` }],
      });
  const properties = [...domains].map(([name, domain]) => ({
    '@id': `schema:${name}`,
    '@type': 'rdf:Property',
    'schema:domainIncludes': domain,
  }));
  return { '@graph': [...classes, ...properties] };
}

const validator = new Validator(readVocabulary());

/** Faults of a page's structured data against schema.org's vocabulary or the search engines' rules. */
export async function faultsOf(html: string): Promise<string[]> {
  const extractor = new WebAutoExtractor({ addLocation: true, embedSource: ['rdfa', 'microdata'] });
  const extracted = extractor.parse(html);
  const issues = await validator.validate(extracted);
  return [
    ...(extracted.errors ?? [])
      .filter(({ format }) => format !== 'metatags')
      .map((error) => JSON.stringify(error)),
    ...issues
      // An unknown property is a warning of the tool; inputs of an action are written with '-input'.
      .filter(
        ({ severity, errorType, fieldNames }) =>
          severity === 'ERROR' ||
          (errorType === 'schemaOrg' && !fieldNames.every((name) => name.endsWith('-input'))),
      )
      .map(({ issueMessage, path }) => `${issueMessage} ${JSON.stringify(path)}`),
  ];
}
