export const floor: Record<string, string>;
export const syntaxTargets: string[];
