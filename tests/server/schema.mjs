// As much of JSON Schema as docs/protocol uses; anything else in a schema is an error, so nothing goes unchecked.
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const folder = join(dirname(fileURLToPath(import.meta.url)), '../../docs/protocol')
const files = new Map()
export function schemaFile(name) {
  if (!files.has(name)) files.set(name, JSON.parse(readFileSync(join(folder, name), 'utf8')))
  return files.get(name)
}

const known = new Set(['$schema', '$id', '$defs', '$ref', 'title', 'description', 'type', 'required', 'properties', 'additionalProperties',
  'prefixItems', 'items', 'minItems', 'maxItems', 'enum', 'const', 'oneOf', 'pattern', 'minimum', 'maximum', 'minLength', 'maxLength'])

function resolve(reference, file) {
  const [name, pointer] = reference.split('#')
  const where = name || file
  let schema = schemaFile(where)
  for (const part of pointer.split('/').slice(1)) schema = schema[part]
  if (schema === undefined) throw new Error(`no schema at ${reference}`)
  return { schema, file: where }
}

function isOfType(value, type) {
  switch (type) {
    case 'object': return value !== null && typeof value === 'object' && !Array.isArray(value)
    case 'array': return Array.isArray(value)
    case 'integer': return Number.isInteger(value)
    case 'null': return value === null
    default: return typeof value === type
  }
}

// The first thing that is wrong, as text; nothing if all is well.
export function fault(value, schema, file, path = '$') {
  if (schema === true) return
  if (schema === false) return `${path} must not be there`
  for (const word of Object.keys(schema)) if (!known.has(word)) throw new Error(`unknown word of schemas: ${word}`)
  if (schema.$ref) {
    const target = resolve(schema.$ref, file)
    return fault(value, target.schema, target.file, path)
  }
  if (schema.type && ![schema.type].flat().some((type) => isOfType(value, type))) return `${path} is no ${schema.type}: ${JSON.stringify(value)?.slice(0, 80)}`
  if ('const' in schema && value !== schema.const) return `${path} is not ${schema.const}`
  if (schema.enum && !schema.enum.includes(value)) return `${path} is none of ${schema.enum}: ${value}`
  if (typeof value === 'string') {
    if (schema.pattern && !new RegExp(schema.pattern).test(value)) return `${path} does not fit ${schema.pattern}`
    if (value.length < (schema.minLength ?? 0) || value.length > (schema.maxLength ?? Infinity)) return `${path} has a wrong length`
  }
  if (typeof value === 'number' && (value < (schema.minimum ?? -Infinity) || value > (schema.maximum ?? Infinity))) return `${path} is out of range`
  if (Array.isArray(value)) {
    if (value.length < (schema.minItems ?? 0) || value.length > (schema.maxItems ?? Infinity)) return `${path} has a wrong number of items`
    for (const [i, item] of value.entries()) {
      const shape = schema.prefixItems?.[i] ?? schema.items
      const wrong = shape && fault(item, shape, file, `${path}[${i}]`)
      if (wrong) return wrong
    }
  }
  if (isOfType(value, 'object')) {
    for (const name of schema.required ?? []) if (!(name in value)) return `${path}.${name} is missing`
    for (const [name, inner] of Object.entries(value)) {
      const wrong = fault(inner, schema.properties?.[name] ?? schema.additionalProperties ?? true, file, `${path}.${name}`)
      if (wrong) return wrong
    }
  }
  if (schema.oneOf) {
    const wrongs = schema.oneOf.map((one) => fault(value, one, file, path))
    if (wrongs.filter((w) => !w).length !== 1) return `${path} is not exactly one of its forms: ${wrongs.filter(Boolean).join('; ').slice(0, 600)}`
  }
}

export function messageFault(message) {
  const definitions = schemaFile('server-message.schema.json').$defs
  if (!(message.type in definitions)) return `unknown type ${message.type}`
  return fault(message, definitions[message.type], 'server-message.schema.json')
}

// What the API says about an answer.
export function answerFault(method, path, answer) {
  const api = schemaFile('openapi.json')
  const template = Object.keys(api.paths).find((t) => new RegExp(`^${t.replace(/[.]/g, '\\.').replace(/\{[^}]+\}/g, '[^/]+')}$`).test(path.split('?')[0]))
  if (!template) return `the API has no ${path}`
  const operation = api.paths[template][method.toLowerCase()]
  if (!operation) return `the API has no ${method} ${template}`
  let described = operation.responses[String(answer.status)]
  if (!described) return `${method} ${template} does not describe status ${answer.status}: ${answer.text.slice(0, 200)}`
  if (described.$ref) described = resolve(described.$ref, 'openapi.json').schema
  const [type, content] = Object.entries(described.content)[0]
  if (!answer.headers['content-type']?.startsWith(type)) return `${method} ${template} is ${answer.headers['content-type']}, not ${type}`
  if (type === 'application/json') return fault(answer.json, content.schema, 'openapi.json')
}
