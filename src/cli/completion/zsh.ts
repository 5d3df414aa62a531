import type { ArgumentShape, CommandShape, OptionShape, ValueShape } from './commandShape.ts';

/** The script by which zsh completes command lines of Sightline: a file `_sightline`, or sourced. */
export function zshCompletion(shapes: readonly CommandShape[]): string {
  return `#compdef sightline
# Completion of sightline for zsh: source <(sightline completion zsh)

_sightline_names_or_files() { compadd -- "$@"; _files }
_sightline_names_or_folders() { compadd -- "$@"; _files -/ }

${shapes.map(commandFunction).join('\n\n')}

if [[ $funcstack[1] == _sightline ]]; then
  _sightline "$@"
else
  compdef _sightline sightline
fi
`;
}

function commandFunction({ path, commands, options, arguments: operands }: CommandShape): string {
  const name = functionName(path);
  const specs = options.flatMap(optionSpecs);
  if (commands.length === 0) {
    const list = [...specs, ...operands.map(operandSpec)];
    return `${name}() {\n  _arguments -S ${continued(list, '    ')}\n}`;
  }
  const described = commands.map(command => quoted(`${command.name}:${command.description}`));
  const cases = commands.map(
    command => `        ${command.name}) ${functionName(`${path} ${command.name}`.trim())} ;;`,
  );
  return `${name}() {
  local curcontext=$curcontext state state_descr line
  local -A opt_args
  local -a commands=(
${described.map(line => `    ${line}`).join('\n')}
  )
  _arguments -C -S ${continued([...specs, "'1: :->command'", "'*:: :->rest'"], '    ')}
  case $state in
    command) _describe -t commands command commands ;;
    rest)
      case $words[1] in
${cases.join('\n')}
      esac
      ;;
  esac
}`;
}

function continued(lines: readonly string[], indent: string): string {
  return lines.map(line => `\\\n${indent}${line}`).join(' ');
}

function functionName(path: string): string {
  return ['_sightline', ...path.split(' ').filter(Boolean)].join('_');
}

function optionSpecs({ names, description, value }: OptionShape): string[] {
  const text = `[${description.replaceAll(/[\\[\]]/g, String.raw`\$&`)}]`;
  if (value !== undefined) return names.map(name => quoted(`*${name}=${text}${action(value)}`));
  const others = names.length > 1 ? `(${names.join(' ')})` : '';
  return names.map(name => quoted(`${others}${name}${text}`));
}

function operandSpec(operand: ArgumentShape): string {
  return quoted(`${operand.variadic ? '*' : operand.required ? '' : ':'}${action(operand)}`);
}

/** `:message:action`. */
function action({ name, choices, place }: ValueShape): string {
  const message = name.replaceAll(/[\\:]/g, String.raw`\$&`);
  return `:${message}:${actionOf(choices, place)}`;
}

function actionOf(choices: readonly string[], place: ValueShape['place']): string {
  const list = choices.join(' ');
  switch (place) {
    case undefined:
      return choices.length === 0 ? '' : `(${list})`;
    case 'file':
      return choices.length === 0 ? '_files' : ` _sightline_names_or_files ${list}`;
    case 'folder':
      return choices.length === 0 ? '_files -/' : ` _sightline_names_or_folders ${list}`;
  }
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
