import { lazy } from '../../toolkit/model/lazy.js'
import { pairs } from '../heard-language.js'

/**
 * Spanish nouns that are common in APIs, and verbs that no `Action` (such as `create`) covers, each with its English
 * word.
 */
export const spanishWords = lazy(() =>
  pairs(`
  usuario usuaria user, cliente clienta customer, persona gente person, empleado empleada trabajador colaborador employee, gerente manager,
  jefe supervisor, dueno propietario owner, vendedor vendedora seller, comprador buyer, contacto contact, miembro socio socia member,
  equipo team, grupo group, empresa compania company, organizacion organization, sucursal branch, departamento department, puesto position,
  administrador administrator, invitado huesped guest, amigo friend, familia family, hijo hija nino nina child, padre parent, autor autora author,
  seguidor follower, perfil profile, cuenta account, rol role, permiso permission, contrasena clave password, sesion login, acceso access,

  producto product, articulo item, pedido orden order, compra purchase, venta sale, carrito cesta cart, factura invoice, recibo receipt,
  pago cobro payment, precio price, descuento discount, cupon coupon, oferta offer, promocion promotion, catalogo catalog, marca brand, categoria category,
  tienda store, almacen bodega warehouse, inventario inventory, existencias stock, proveedor supplier, devolucion return,
  reembolso refund, envio shipment, entrega delivery, paquete package, repartidor courier, direccion address, impuesto tax, moneda currency,
  tarjeta card, saldo balance, billetera monedero cartera wallet, transferencia transfer, transaccion transaction, movimiento transaction,
  deposito deposit, banco bank, prestamo loan, credito credit, deuda debt, cuota installment, gasto expense, ingreso income, presupuesto budget, cotizacion quote, tarifa rate,
  suscripcion subscription, contrato contract, garantia warranty, seguro insurance, poliza policy, reclamo siniestro claim,

  reserva reservacion booking, cita turno appointment, habitacion cuarto room, sala room, mesa table, viaje trip,
  vuelo flight, asiento seat, boleto billete entrada ticket, pasajero passenger, aeropuerto airport, destino destination, horario schedule,
  calendario agenda calendar, evento event, reunion meeting, lugar place, ubicacion location, ruta route, parada stop, estacion station,

  medico medica doctora doctor, paciente patient, medicamento medicina remedio medicine, receta prescription, diagnostico diagnosis,
  enfermedad disease, sintoma symptom, tratamiento treatment, clinica clinic, vacuna vaccine, analisis test,
  expediente record, historial history, historia history, mascota pet, perro dog, gato cat, dentista dentist, enfermera nurse,

  curso course, clase class, alumno alumna estudiante student, profesor profesora maestro maestra docente teacher, escuela colegio school,
  universidad university, materia asignatura subject, carrera career, examen exam, nota calificacion grade, inscripcion enrollment, tarea task,
  leccion lesson, pregunta question, respuesta answer, cuestionario quiz, encuesta survey, certificado certificate, ciclo cycle, semestre semester,

  propiedad inmueble property, casa house, apartamento piso apartment, edificio building, inquilino tenant, alquiler renta rent, terreno land,
  vehiculo vehicle, coche carro car, moto motorcycle, camion truck, conductor chofer driver, placa matricula plate, taller workshop,
  estacionamiento parking, mantenimiento maintenance, reparacion repair, repuesto part, flota fleet,

  pelicula movie, cancion song, disco album, artista artist, lista list, libro book, genero genre, capitulo chapter, episodio episode,
  imagen image, foto fotografia photo, archivo fichero file, carpeta folder, documento document, publicacion post, noticia news,
  comentario comment, resena review, valoracion rating, mensaje message, conversacion conversation, canal channel,
  notificacion notification, aviso notice, recordatorio reminder, correo email, llamada call, plantilla template, etiqueta tag, favorito favorite,

  tarea task, proyecto project, hito milestone, incidencia incident, problema issue, solicitud peticion request, queja complaint, flujo workflow,
  reporte report, estadistica statistic, tablero board, panel dashboard, configuracion configuration, ajuste setting, regla rule,
  registro record, dispositivo device, alarma alarm, alerta alert, camara camera, luz light, lampara lamp, puerta door,
  servidor server, servicio service, version version, llave key, copia copy, historico history,

  salario sueldo salary, nomina payroll, vacaciones vacation, ausencia absence, asistencia attendance, licencia license, empleo trabajo job, vacante vacancy,
  candidato candidate, postulacion application, entrevista interview, jornada shift, hora time, habilidad skill, capacitacion training,

  comida food, plato platillo dish, restaurante restaurant, ingrediente ingredient, bebida drink, postre dessert, cocina kitchen, propina tip,
  partido match, jugador jugadora player, torneo tournament, liga league, juego game, puntaje puntuacion score, rutina workout, ejercicio exercise,
  entrenador coach, gimnasio gym, temporada season, equipamiento equipment, clima weather,

  nombre name, apellido surname, titulo title, descripcion description, estado estatus status, fecha date, cantidad quantity, monto amount,
  numero number, codigo code, telefono celular movil phone, ciudad city, pais country, provincia province, barrio neighborhood,
  edad age, peso weight, tamano size, talla size, tipo type, prioridad priority, fecha date, motivo reason, idioma language,
  alta high, baja low, pendiente pending, activo active, inactivo inactive, disponible available, vencido overdue,

  enviar envia envie enviame mandar manda mande mandame send, pagar paga pague pay, cobrar cobra cobre charge, comprar compre compro buy,
  vender vende venda sell, aprobar aprueba apruebe aproba approve, rechazar rechaza rechace reject, aceptar acepta acepte accept,
  confirmar confirma confirme confirm, publicar publica publique publish, subir sube suba upload, descargar descarga descargue bajar download,
  asignar asigna asigne assign, activar activa activate, enciende encender prende prender enable, desactivar desactiva desactive deactivate, apaga apagar disable,
  bloquear bloquea bloquee block, desbloquear desbloquea desbloquee unblock, habilitar habilita enable, deshabilitar deshabilita disable,
  invitar invita invite invitame invite, compartir comparte comparta share, seguir sigue siga follow, transferir transfiere transfiera transfer,
  reembolsar reembolsa refund, devolver devuelve devuelva return, cerrar cierra cierre close, abrir abre abra open, restaurar restaura restore,
  verificar verifica verifique verify, validar valida validate, firmar firma sign, unirme unir une join, entrar ingresar login, salir logout,
  reiniciar reinicia restart, pausar pausa pause, reanudar reanuda resume, iniciar inicia start, comenzar empieza start, detener detente stop,
  completar completa complete, finalizar finaliza finish, archivar archiva archive, exportar exporta export, importar importa import,
  imprimir imprime print, calificar califica rate, calcular calcula calculate, rastrear rastrea track`),
)

/**
 * Spanish words that look like an English word of another meaning. They are translated to English, but no English word
 * is translated to them.
 */
export const spanishFalseFriends = lazy(() =>
  pairs(
    'informe report, calle street, importe amount, active activate, auto car, valide validate, firme sign',
  ),
)
