import { type HeardLanguage, pairs, plainNumbers } from '../heard-language.js'
import { counted, hundreds, tens, words } from '../word-lists.js'

/** Verbs, each also with the pronouns that can be attached to its end: "elimina", "eliminalo". */
const withPronouns = (verbs: string) =>
  words(verbs).flatMap((verb) => [
    verb,
    ...words('lo la los las me le nos melo mela').map((end) => verb + end),
  ])

/** Spanish, which the agent only understands. */
export const spanish: HeardLanguage = {
  code: 'es',
  stopWords:
    words(`el la los las un una unos unas de del al a en y o que cual cuales quien quienes con por para sobre es son esta estan
    hay tiene tienen tengo tenemos hace ser me mi mis tu tus su sus nos nuestro nuestra lo le les se si no todo todos toda todas
    este esta estos estas ese esa por favor quiero quisiera puedes podrias como cuando donde ya ahora aqui`),
  actions: {
    list: words('lista liste listar cuales todos todas que cuantos cuantas'),
    get: withPronouns(
      'muestra muestre muestrame mostrar ver dame trae traer obten obtener consulta consultar dime cual detalle',
    ),
    find: withPronouns('busca busque buscar encuentra encuentre encontrar filtra filtre filtrar'),
    create: withPronouns(
      'crea cree crear registra registre registrar agrega agregue agregar anade anada anadir inserta insertar nuevo nueva haz reserva reservar',
    ),
    update: withPronouns(
      'actualiza actualice actualizar cambia cambie cambiar cambiale modifica modifique modificar edita edite editar renombra renombrar marca pon',
    ),
    delete: withPronouns('elimina elimine eliminar borra borre borrar quita quite quitar suprime'),
    cancel: withPronouns('cancela cancele cancelar anula anule anular'),
  },
  numbers: plainNumbers(
    {
      ...counted(`cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciseis diecisiete
        dieciocho diecinueve veinte veintiuno veintidos veintitres veinticuatro veinticinco veintiseis veintisiete veintiocho
        veintinueve`),
      ...tens('treinta cuarenta cincuenta sesenta setenta ochenta noventa', 30),
      ...hundreds(
        'ciento doscientos trescientos cuatrocientos quinientos seiscientos setecientos ochocientos novecientos',
      ),
      ...{ un: 1, una: 1, cien: 100, mil: 1000 },
    },
    {
      multipliers: { mil: 1000 },
      joints: new Set(['y']),
      wordLetters: new Set(['a', 'e', 'o', 'u', 'y']),
      repeats: { doble: 2 },
      ranges: new Set(['entre']),
    },
  ),
  forbidding: /^(?:por favor,? )?(?:no|nunca|jamás)\s+\p{L}/iu,
  questions: words('que cual cuales quien quienes cuanto cuanta cuantos cuantas donde cuando como hay'),
  linking: words('es son con de del el la a al en para por numero llamado'),
  renaming: words('a por como en'),
  selfQuestions: ['quien soy', 'con que usuario', 'con que cuenta'],
  bounds: { lower: words('entre desde'), upper: words('hasta') },
  joints: words('y e'),
  naming: words('llamado llamada llamados llamadas nombre titulado'),
  pointers: words('numero codigo id'),
  translations:
    pairs(`contrasena password, telefono phone, producto product, usuario user, cliente customer, pedido order, orden order, factura invoice, pago payment, sala room,
    habitacion room, reserva booking, libro book, autor author, categoria category, marca brand, precio price, envio shipment, notificacion
    notification, comentario comment, evento event, curso course, clase class, alumno student, estudiante student, profesor teacher,
    empleado employee, empresa company, tienda store, carrito cart, tarea task, proyecto project, mensaje message, archivo file, cuenta
    account, rol role, permiso permission, medico doctor, paciente patient, cita appointment, turno appointment, medicamento medicine,
    persona person, venta sale, compra purchase, inventario inventory, proveedor supplier, direccion address, ciudad city, pais country,
    vehiculo vehicle, coche car, pelicula movie, cancion song, imagen image, solicitud request, prestamo loan, miembro member,
    nombre name, correo email, estado status, fecha date, prioridad priority, alta high, baja low, tipo type, propiedad property, sesion login, carrera career, materia subject, ciclo cycle, empleo job, publicacion post`),
}
