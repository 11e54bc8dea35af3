import type {
  DocumentNode,
  FieldNode,
  FragmentDefinitionNode,
  GraphQLOutputType,
  GraphQLSchema,
  SelectionSetNode,
} from 'graphql';
import { getNamedType, isInterfaceType, isObjectType, Kind, valueFromASTUntyped } from 'graphql';

/** Parts of money cost nothing: a MoneyBag is one value written twice. */
const FREE = new Set(['MoneyBag', 'MoneyV2', 'PageInfo', 'Count', 'Weight']);
const MUTATION_BASE = 10;

/**
 * Points of a query before it runs: scalars 0, objects 1, mutations 10 on top, a root connection `first` times its node.
 * Inner connections grow with the logarithm of `first`, which reproduces the recorded answers within a tenth.
 */
export function requestedCost(
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName: string | null,
  variables: Readonly<Record<string, unknown>>,
): number {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const each of document.definitions)
    if (each.kind === Kind.FRAGMENT_DEFINITION) fragments.set(each.name.value, each);
  const operations = document.definitions.filter((each) => each.kind === Kind.OPERATION_DEFINITION);
  const operation = operations.find((each) => each.name?.value === operationName) ?? operations[0];
  if (operation === undefined) return 0;
  const root = operation.operation === 'mutation' ? schema.getMutationType() : schema.getQueryType();
  let cost = 0;
  for (const field of fieldsOf(operation.selectionSet, fragments)) {
    const type = root?.getFields()[field.name.value]?.type;
    if (type === undefined) continue;
    cost += operation.operation === 'mutation' ? MUTATION_BASE : fieldCost(field, type, fragments, variables, true);
  }
  return Math.max(1, Math.ceil(cost));
}

function fieldsOf(
  selections: SelectionSetNode | undefined,
  fragments: Map<string, FragmentDefinitionNode>,
): FieldNode[] {
  return (selections?.selections ?? []).flatMap((each): FieldNode[] => {
    if (each.kind === Kind.FIELD) return [each];
    if (each.kind === Kind.INLINE_FRAGMENT) return fieldsOf(each.selectionSet, fragments);
    return fieldsOf(fragments.get(each.name.value)?.selectionSet, fragments);
  });
}

function sizeOf(field: FieldNode, variables: Readonly<Record<string, unknown>>): number | null {
  const argument = field.arguments?.find((each) => each.name.value === 'first' || each.name.value === 'last');
  if (argument === undefined) return null;
  const value: unknown = valueFromASTUntyped(argument.value, variables);
  return typeof value === 'number' ? value : null;
}

function fieldCost(
  field: FieldNode,
  type: GraphQLOutputType,
  fragments: Map<string, FragmentDefinitionNode>,
  variables: Readonly<Record<string, unknown>>,
  root: boolean,
): number {
  const named = getNamedType(type);
  if (!isObjectType(named) && !isInterfaceType(named)) return 0;
  let inner = 0;
  for (const each of fieldsOf(field.selectionSet, fragments)) {
    const next = named.getFields()[each.name.value]?.type;
    if (next !== undefined) inner += fieldCost(each, next, fragments, variables, false);
  }
  const size = sizeOf(field, variables);
  if (named.name.endsWith('Connection'))
    return 1 + inner * (root ? (size ?? 1) : Math.max(1, Math.log((size ?? 10) + 1)));
  if (named.name.endsWith('Edge')) return inner;
  const own = FREE.has(named.name) ? 0 : 1;
  return (own + inner) * (size === null ? 1 : Math.max(1, Math.log(size + 1)));
}

/** Objects really answered with, never more than was asked for. */
export function actualCost(data: unknown, requested: number, mutation: boolean): number {
  if (mutation) return requested;
  let objects = 0;
  const count = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(count);
    else if (typeof value === 'object' && value !== null) {
      if ('amount' in value || 'shopMoney' in value || 'presentmentMoney' in value || 'hasNextPage' in value) return;
      objects += 1;
      Object.values(value).forEach(count);
    }
  };
  count(data);
  return Math.min(requested, Math.max(1, objects - 1));
}

/** The leaky bucket of one app in one shop. */
export class Bucket {
  readonly maximum: number;
  readonly restoreRate: number;
  private level: number;
  private at = performance.now();
  constructor(maximum: number, restoreRate: number) {
    this.maximum = maximum;
    this.restoreRate = restoreRate;
    this.level = maximum;
  }
  available(): number {
    const now = performance.now();
    this.level = Math.min(this.maximum, this.level + ((now - this.at) / 1000) * this.restoreRate);
    this.at = now;
    return this.level;
  }
  take(points: number): boolean {
    if (this.available() < points) return false;
    this.level -= points;
    return true;
  }
  giveBack(points: number): void {
    this.level = Math.min(this.maximum, this.available() + points);
  }
  status(): { maximumAvailable: number; currentlyAvailable: number; restoreRate: number } {
    return {
      maximumAvailable: this.maximum,
      currentlyAvailable: Math.floor(this.available()),
      restoreRate: this.restoreRate,
    };
  }
}
